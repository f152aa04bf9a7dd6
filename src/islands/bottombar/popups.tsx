import { createRoot } from 'react-dom/client'
import type { EventAuthor } from '../events/state.ts'
import { EventsPopup } from './EventsPopup.tsx'
import { StartedPopup } from './StartedPopup.tsx'
import { $events, $notices, $started, $userId } from './state.ts'

export interface PopupReader extends EventAuthor {
  editsEvents: boolean
}

const popups = {
  events: { Popup: EventsPopup, refresh: () => [$events, $notices].map((store) => store.revalidate()) },
  started: { Popup: StartedPopup, refresh: () => $started.revalidate() },
}

const renderedContainers = new WeakSet<Element>()

/**
 * Renders a popup of the bottom bar into its container on the first opening, and refreshes its data on each later one.
 * The container's `data-popup` says which: `events` (with the notices), or else the started educations. `reader` is
 * the signed-in person, whose data are shown and who may edit events with `editsEvents`; later openings ignore it.
 */
export function openPopup(container: HTMLElement, reader: PopupReader): void {
  const kind = container.dataset['popup'] === 'events' ? 'events' : 'started'
  const { Popup, refresh } = popups[kind]
  if (renderedContainers.has(container)) {
    refresh()
    return
  }
  renderedContainers.add(container)
  $userId.set(reader.id)
  const editor = reader.editsEvents ? reader : null
  createRoot(container).render(<Popup language={document.documentElement.lang} editor={editor} />)
}
