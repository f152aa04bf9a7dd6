import { api } from '#islands/client/api.ts'
import { storedKeys } from '#islands/client/stored-keys.ts'
import { formatCount, formatStoredCounts, parseStoredCounts, type QueueCounts } from '../queue-counts.ts'

const storedKey = () => storedKeys.queueCounts(localStorage.getItem('userId'))

function show(side: HTMLElement, counts: QueueCounts) {
  for (const place of side.querySelectorAll<HTMLElement>('[data-queue]')) {
    const text = formatCount(counts[place.dataset['queue'] ?? ''] ?? 0)
    place.toggleAttribute('data-filled', text !== '')
    const row = place.closest('a')
    if (row && text !== '') row.href = row.dataset['queueHref'] ?? row.href
    const number = place.querySelector('[data-count]')
    if (number) number.textContent = text
  }
}

/**
 * Shows the lengths of the queues; fetches them when the last ones are older than a minute, on the start page, and on a
 * page that shows a queue.
 */
async function showCounts(side: HTMLElement) {
  const recent = parseStoredCounts(sessionStorage.getItem(storedKey()), Date.now())
  if (recent) show(side, recent)
  // A page whose row has a queue may just have changed it.
  const isQueueOpen = side.querySelector('[aria-current] [data-queue]') !== null
  if (recent && location.pathname !== '/' && !isQueueOpen) return
  const home = await api('GET /Worklist/home').catch(() => null)
  if (!home) return
  // A queue that could not be read shows no number.
  const counts = Object.fromEntries(home.queues.map(({ kind, count }) => [kind, count ?? 0]))
  sessionStorage.setItem(storedKeys.queueCounts(localStorage.getItem('userId')), formatStoredCounts(counts, Date.now()))
  show(side, counts)
}

/**
 * Shows the lengths of the queues in the side navigation once the window is 64rem wide; a phone never fetches them. A
 * row with a filled queue then links to it. They are in session storage for a minute, but are fetched on the start page
 * and on a page of a queue each time. A failed fetch leaves them as they are.
 */
export function wireQueueCounts(side: HTMLElement) {
  if (!side.querySelector('[data-queue]')) return
  const wide = matchMedia('(width >= 64rem)')
  const begin = () => {
    if (!wide.matches) return
    wide.removeEventListener('change', begin)
    showCounts(side)
  }
  wide.addEventListener('change', begin)
  begin()
}
