import { forgetCopies } from './page-copies.ts'

let isLeaving = false

/** Whether the page is on its way out: answers that it still waits for are of no use to anybody. */
export const leaves = (): boolean => isLeaving

/** From here on the page is on its way out: calls that fail meanwhile lead nowhere else. */
export function beginLeaving(): void {
  isLeaving = true
}

/** The browser has shown the page again. */
export function stay(): void {
  isLeaving = false
}

function leaveFor(path: string): void {
  if (isLeaving || /^\/login(?:\/|$)/i.test(location.pathname)) return
  beginLeaving()
  location.assign(`${path}returnUrl=${encodeURIComponent(location.pathname + location.search)}`)
}

/** The session is gone: the browser forgets it and asks who it is, remembering where it was. */
export function leaveForLogin(): void {
  localStorage.removeItem('token')
  localStorage.removeItem('userId')
  forgetCopies().catch(() => undefined)
  // `again`: the page's cookie may still be good, and would send the person straight back here.
  leaveFor('/login?again=1&')
}

/** The session waits for its second step: a role or a day has come that asks for it. */
export const leaveForSecondFactor = () => leaveFor('/login/secondfactor?')
