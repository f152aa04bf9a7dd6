interface HandOver {
  token: string
  userId: number
  target: string
  /** Name of the cache with copies of pages that an earlier person visited. */
  copies: string
}

// Runs in the page that answers a sign-in: the calls of the next page read the session from storage. It imports
// nothing, so that it is inlined.
const { token, userId, target, copies } = JSON.parse(
  document.getElementById('signed-in')?.textContent ?? '{}',
) as HandOver
globalThis.caches?.delete(copies).catch(() => undefined)
localStorage.setItem('token', token)
localStorage.setItem('userId', String(userId))
location.replace(target)

export {}
