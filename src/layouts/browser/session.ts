import { invalidatedTags } from '#islands/client/api.ts'
import { cancelLeaving, leaveForLogin } from '#islands/client/leave-page.ts'

const freshMs = 5 * 60_000

/** The page was made for one person; what the browser has stored must be that person's session. */
function checkStored(shown: string): void {
  if (localStorage.getItem('userId') === shown && localStorage.getItem('token')) return
  leaveForLogin()
}

/** Without a line nothing can be known of the session, and nobody is signed out for it. */
const hasLine = () =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Another tab signed out, or in as somebody else. */
function follow(shown: string): void {
  const stored = localStorage.getItem('userId')
  if (stored === null) leaveForLogin()
  else if (stored !== shown) location.reload()
}

/** Keeps the page and the stored session of one mind, without asking the server while the page is fresh. */
export function watchSession(): void {
  const { user, features = '' } = document.documentElement.dataset
  if (!user) return
  checkStored(user)
  let askedAt = Date.now()
  addEventListener('pageshow', ({ persisted }) => {
    cancelLeaving()
    if (persisted) checkStored(user)
  })
  addEventListener('storage', ({ key }) => (key === 'userId' || key === null) && follow(user))
  document.addEventListener('visibilitychange', async () => {
    if (document.hidden || Date.now() - askedAt < freshMs || !(await hasLine())) return
    askedAt = Date.now()
    const { restoreSession } = await import('#islands/client/session.ts')
    await restoreSession()
  })
  invalidatedTags.addEventListener('configuration', async () => {
    const { reloadOnNewFeatures } = await import('#islands/client/session.ts')
    await reloadOnNewFeatures(features.split(' ').filter(Boolean))
  })
}
