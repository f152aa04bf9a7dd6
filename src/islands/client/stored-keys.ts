/**
 * Every key that the portal writes to the browser's storage; a test holds that there is no other. The three that the specification
 * names stay in local storage while somebody is signed in. Signing out removes all of them.
 */
export const storedKeys = {
  token: 'token',
  userId: 'userId',
  filterFavoriteBranchPopup: 'filterFavoriteBranchPopup',
  /** Columns of the people's list that this browser does not show. */
  hiddenColumns: 'usersColumnsHidden',
  /** Course origins at which statements wait to be sent. */
  keptPlaces: 'portal-kept-places',
  /** Taps at an occasion that have yet to be sent, of one reader. */
  taps: (readerId: number | string) => `taps-${readerId}`,
  /** Examination protocols that are signed and have yet to be sent. */
  signedProtocols: (readerId: number | string) => `signed-${readerId}`,
  /** Examination protocols that are begun and not signed. */
  protocolDrafts: (readerId: number | string) => `protocols-${readerId}`,
  /** In session storage: a message for the next page. */
  toast: 'toast',
  /** In session storage: how many notices are unread, so that not every page asks. */
  unreadNotices: (readerId: number | string | null) => `unreadNotices ${readerId}`,
} as const

/** What a person has done on this device that the portal does not have yet. */
export interface UnsentWork {
  taps: number
  signedProtocols: number
  protocolDrafts: number
}

function countIn(key: string): number {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept === null || typeof kept !== 'object' ? 0 : Object.keys(kept).length
  } catch {
    return 0
  }
}

export const unsentWork = (readerId: string): UnsentWork => ({
  taps: countIn(storedKeys.taps(readerId)),
  signedProtocols: countIn(storedKeys.signedProtocols(readerId)),
  protocolDrafts: countIn(storedKeys.protocolDrafts(readerId)),
})

export const isUnsent = (work: UnsentWork): boolean => Object.values(work).some((count) => count > 0)

/** The portal has its origin to itself, so everything there is its own. */
export function clearStorage(): void {
  localStorage.clear()
  sessionStorage.clear()
}
