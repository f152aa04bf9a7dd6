import { createRoot } from 'react-dom/client'
import type { Author } from '../events/state.ts'
import { EventsPopup } from './EventsPopup.tsx'
import { StartedPopup } from './StartedPopup.tsx'
import { $events, $notices, $started, $userId } from './state.ts'

export interface Reader extends Author {
  editsEvents: boolean
}

const popups = {
  events: { Popup: EventsPopup, refresh: () => [$events, $notices].map((store) => store.revalidate()) },
  started: { Popup: StartedPopup, refresh: () => $started.revalidate() },
}

const filled = new WeakSet<Element>()

/** Puts the content into a popup of the bottom bar when it opens; the next time, what is new. */
export function fill(container: HTMLElement, reader: Reader): void {
  const kind = container.dataset['popup'] === 'events' ? 'events' : 'started'
  const { Popup, refresh } = popups[kind]
  if (filled.has(container)) {
    refresh()
    return
  }
  filled.add(container)
  $userId.set(reader.id)
  const editor = reader.editsEvents ? reader : null
  createRoot(container).render(<Popup language={document.documentElement.lang} editor={editor} />)
}
