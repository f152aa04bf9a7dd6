import { api } from '#islands/client/api.ts'
import { storedKeys } from '#islands/client/stored-keys.ts'
import { createFaviconAlert } from '../favicon-alert.ts'

const intervalMs = 60_000
const icons = { plain: '/favicon.svg', alert: '/favicon-alert.svg' }

/** Loads React and the content of the popups when the first one opens. */
function wirePopups(bar: HTMLElement) {
  const { userId, userName: name = '', editsEvents } = bar.dataset
  const reader = { id: Number(userId), name, editsEvents: editsEvents !== undefined }
  for (const popup of document.querySelectorAll<HTMLElement>('[data-popup]')) {
    popup.addEventListener('beforetoggle', async (event) => {
      if (event.newState !== 'open') return
      const { openPopup: fill } = await import('#islands/bottombar/popups.tsx')
      fill(popup, reader)
    })
  }
}

const iconAlert = createFaviconAlert({
  isHidden: () => document.hidden,
  prefersStillness: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  show: (icon) => document.getElementById('favicon')?.setAttribute('href', icons[icon]),
})

function showUnread(count: number) {
  iconAlert.setUnread(count)
  for (const badge of document.querySelectorAll<HTMLElement>('[data-unread]')) {
    badge.hidden = count === 0
    const number = badge.querySelector('[data-count]')
    if (number) number.textContent = String(count)
  }
}

const storedKey = () => storedKeys.unreadNotices(localStorage.getItem('userId'))

/** Returns the number of unread notices that a page fetched within the last minute; null for an older one. */
function readRecentCount(): number | null {
  const [unread = 0, at = 0] = (sessionStorage.getItem(storedKey()) ?? '').split(' ').map(Number)
  return Date.now() - at < intervalMs ? unread : null
}

async function fetchUnread() {
  const notices = await api('GET /Notices').catch(() => null)
  if (notices) storeUnread(notices.filter(({ readDate }) => readDate === null).length)
}

function storeUnread(unread: number) {
  sessionStorage.setItem(storedKeys.unreadNotices(localStorage.getItem('userId')), `${unread} ${Date.now()}`)
  showUnread(unread)
}

/**
 * Connects the bottom bar: each popup loads its content when it opens, and badges show the number of unread notices. A
 * number that this tab stored within the last minute is shown at once; it is fetched after a second otherwise, and then
 * every minute. A document event `unread` with a number as its detail replaces it. While notices are unread and the tab
 * is hidden, its icon alternates.
 */
export function wireBottomBar() {
  const bar = document.getElementById('bar')
  if (bar) wirePopups(bar)
  document.addEventListener('unread', (event) => storeUnread((event as CustomEvent<number>).detail))
  document.addEventListener('visibilitychange', iconAlert.update)
  const recent = readRecentCount()
  if (recent === null) setTimeout(fetchUnread, 1000)
  else showUnread(recent)
  setInterval(fetchUnread, intervalMs)
}
