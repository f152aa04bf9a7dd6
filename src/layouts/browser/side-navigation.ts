import { storedKeys } from '#islands/client/stored-keys.ts'
import { parseSideState, type SideState, sideCookie } from '../side-cookie.ts'
import { wireQueueCounts } from './queue-counts.ts'

function remember(state: SideState) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser that we serve
  document.cookie = `${sideCookie}=${state}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
}

/**
 * Folds the side navigation at once, and moves the focus to the button that reverses it. Without scripts it is a form.
 */
function wireFoldButtons(side: HTMLElement) {
  side.addEventListener('submit', (event) => {
    const state = event.submitter instanceof HTMLButtonElement ? parseSideState(event.submitter.value) : undefined
    if (!state) return
    event.preventDefault()
    remember(state)
    side.dataset['state'] = state
    side.querySelector<HTMLElement>(`[name="state"]:not([value="${state}"])`)?.focus()
  })
}

/** Keeps the scroll position of the side navigation from page to page. */
function keepScrollPosition(side: HTMLElement) {
  side.scrollTop = Number(sessionStorage.getItem(storedKeys.sideScroll))
  addEventListener('pagehide', () => {
    // Signing out leaves nothing in the browser, and this runs after it.
    if (localStorage.getItem('token')) sessionStorage.setItem(storedKeys.sideScroll, String(side.scrollTop))
  })
}

/**
 * Wires the side navigation: its fold buttons, its scroll position from page to page, and in a wide window the lengths
 * of its queues. Folding is stored in a cookie for a year, and focuses the button that reverses it. Does nothing on a
 * page without it.
 */
export function wireSideNavigation() {
  const side = document.getElementById('side')
  if (!side) return
  wireFoldButtons(side)
  keepScrollPosition(side)
  wireQueueCounts(side)
}
