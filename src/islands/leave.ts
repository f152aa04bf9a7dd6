/** The session is gone: the browser forgets it and asks who it is, remembering where it was. */
export function leaveForLogin(): void {
  localStorage.removeItem('token')
  localStorage.removeItem('userId')
  if (/^\/login(?:\/|$)/i.test(location.pathname)) return
  // `again`: the page's cookie may still be good, and would send the person straight back here.
  location.assign(`/login?again=1&returnUrl=${encodeURIComponent(location.pathname + location.search)}`)
}
