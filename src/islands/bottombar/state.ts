import { atom } from 'nanostores'
import type { Notice } from '#api/foundation/notices/contract.ts'
import { api } from '../client/api.ts'
import { createQueryStore } from '../client/query.ts'

/** Id of the signed-in person; set before the first query. */
export const $userId = atom(0)

/** Latest events, fetched again when one changes. */
export const $events = createQueryStore('events', () => api('GET /Events/latest'), 'events')
/** Notices of the signed-in person. */
export const $notices = createQueryStore('notices', () => api('GET /Notices'))
/** Started educations of the person in `$userId`. */
export const $started = createQueryStore('started', () =>
  api('GET /user/:id/StartedEducations', { params: { id: $userId.get() } }),
)

const unreadOf = (notices: readonly Notice[] | null | undefined) =>
  (notices ?? []).filter(({ readDate }) => readDate === null)

/**
 * Marks the unread ones of these notices as read on the server, and then sets the page's count to 0 by the document
 * event `unread`. The list still shows them as unread. Does nothing without unread ones. Rejects when the call fails.
 */
export async function markRead(notices: readonly Notice[]): Promise<void> {
  const ids = unreadOf(notices).map(({ id }) => id)
  if (ids.length === 0) return
  await api('POST /Notices/read', { body: { ids } })
  document.dispatchEvent(new CustomEvent('unread', { detail: 0 }))
}
