/**
 * Every key that the portal writes to the browser's storage; a test checks that there is no other. The three that the
 * specification names stay in local storage while a person is signed in. Signing out removes all of them.
 */
export const storedKeys = {
  token: 'token',
  userId: 'userId',
  filterFavoriteBranchPopup: 'filterFavoriteBranchPopup',
  /** Columns that an earlier version hid in the list of users; only removed by now. */
  hiddenColumns: 'usersColumnsHidden',
  /** Content origins of courses with statements that wait to be sent. */
  originsWithStatements: 'portal-kept-places',
  /** The last searches of the whole portal, with the id of the reader who made them. */
  recentSearches: 'recentSearches',
  /** Queued attendance and results of an occasion, by reader. */
  taps: (readerId: number | string) => `taps-${readerId}`,
  /** Held decisions on submissions, by reviewer. */
  decisions: (readerId: number | string) => `decisions-${readerId}`,
  /** Signed exam protocols that wait to be sent. */
  signedProtocols: (readerId: number | string) => `signed-${readerId}`,
  /** Exam protocols that are not signed yet. */
  protocolDrafts: (readerId: number | string) => `protocols-${readerId}`,
  /** Text of the disturbance message that a reader folded. */
  foldedDisturbance: (readerId: number | string) => `foldedDisturbance-${readerId}`,
  /** In session storage: a message for the next page. */
  toast: 'toast',
  /** In session storage: the rows that are chosen to be invoiced, on every page of the list. */
  invoiceChoice: 'invoiceChoice',
  /** In session storage: the rows of a list that are chosen, on every page of it. */
  selection: (list: string) => `selection ${list}`,
  /** In session storage: number of unread notices, so that not every page fetches it. */
  unreadNotices: (readerId: number | string | null) => `unreadNotices ${readerId}`,
  /** In session storage: lengths of the office's queues, so that not every page fetches them. */
  queueCounts: (readerId: number | string | null) => `queueCounts ${readerId}`,
  /** In session storage: when the server last answered a change of the named queue, in epoch milliseconds. */
  answeredAt: (queue: string) => `answeredAt ${queue}`,
  /** In session storage: scroll position of the side navigation, in pixels. */
  sideScroll: 'sideScroll',
} as const

/** Number of entries on this device that the portal has not received. */
export interface QueuedWork {
  taps: number
  decisions: number
  signedProtocols: number
  protocolDrafts: number
}

function countIn(key: string): number {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return stored === null || typeof stored !== 'object' ? 0 : Object.keys(stored).length
  } catch {
    return 0
  }
}

/**
 * Counts the work of a reader in local storage that the server has not received, refused entries too: `taps`
 * (attendance and results), `decisions` on submissions, `signedProtocols` and `protocolDrafts` of exams. An unreadable
 * entry counts as none.
 */
export const countQueuedWork = (readerId: string): QueuedWork => ({
  taps: countIn(storedKeys.taps(readerId)),
  decisions: countIn(storedKeys.decisions(readerId)),
  signedProtocols: countIn(storedKeys.signedProtocols(readerId)),
  protocolDrafts: countIn(storedKeys.protocolDrafts(readerId)),
})

/** Whether the server lacks any of the counted work. */
export const hasQueuedWork = (work: QueuedWork): boolean => Object.values(work).some((count) => count > 0)

/** Removes everything from local and session storage; nothing else shares the portal's origin. */
export function clearStorage(): void {
  localStorage.clear()
  sessionStorage.clear()
}
