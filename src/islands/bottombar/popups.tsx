import { createRoot } from 'react-dom/client'
import { EventsPopup } from './EventsPopup.tsx'
import { StartedPopup } from './StartedPopup.tsx'
import { $events, $notices, $started, $userId } from './state.ts'

const popups = {
  events: { Popup: EventsPopup, refresh: () => [$events, $notices].map((store) => store.revalidate()) },
  started: { Popup: StartedPopup, refresh: () => $started.revalidate() },
}

const filled = new WeakSet<Element>()

/** Puts the content into a popup of the bottom bar when it opens; the next time, what is new. */
export function fill(container: HTMLElement, userId: number): void {
  const kind = container.dataset['popup'] === 'events' ? 'events' : 'started'
  const { Popup, refresh } = popups[kind]
  if (filled.has(container)) {
    refresh()
    return
  }
  filled.add(container)
  $userId.set(userId)
  createRoot(container).render(<Popup language={document.documentElement.lang} />)
}
