import { deletePageCopies } from './page-copies.ts'
import { storedKeys } from './stored-keys.ts'

let isLeaving = false

/**
 * Whether the portal is leading away from the page: to the sign-in, to the second factor, or by a sign-out. A late 401
 * is then expected. False when the person follows a link or closes the page.
 */
export const isLeavingPage = (): boolean => isLeaving

/** Marks the page as being left, so that calls that fail from here on lead nowhere else. */
export function markLeaving(): void {
  isLeaving = true
}

/** Clears the mark, for a page that the browser shows again after it was left. */
export function cancelLeaving(): void {
  isLeaving = false
}

function leaveFor(path: string): void {
  if (isLeaving || /^\/login(?:\/|$)/i.test(location.pathname)) return
  markLeaving()
  location.assign(`${path}returnUrl=${encodeURIComponent(location.pathname + location.search)}`)
}

/**
 * Removes the stored session, the recent searches and the page copies, and leads to the sign-in page with the current
 * URL to return to. Does not navigate from the sign-in page or when the page is being left already. Does not end the
 * session on the server.
 */
export function leaveForLogin(): void {
  localStorage.removeItem('token')
  localStorage.removeItem('userId')
  localStorage.removeItem(storedKeys.recentSearches)
  deletePageCopies().catch(() => undefined)
  // `again`: the page's cookie may still be valid and would send the person straight back here.
  leaveFor('/login?again=1&')
}

/**
 * Leads to the page for the second factor, which a role or a date has made necessary, with the current URL to
 * return to. Does nothing on the sign-in pages or when the page is being left already.
 */
export const leaveForSecondFactor = () => leaveFor('/login/secondfactor?')
