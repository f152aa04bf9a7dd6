interface HandOver {
  token: string
  userId: number
  target: string
  /** Name of the cache with pages of whoever was here before. */
  copies: string
}

// The page that answers a sign-in: the calls of the next page read the session from here. It imports nothing, so that it is inlined.
const { token, userId, target, copies } = JSON.parse(
  document.getElementById('signed-in')?.textContent ?? '{}',
) as HandOver
globalThis.caches?.delete(copies).catch(() => undefined)
localStorage.setItem('token', token)
localStorage.setItem('userId', String(userId))
location.replace(target)

export {}
