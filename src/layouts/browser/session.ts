import { invalidatedTags } from '#islands/client/api.ts'
import { cancelLeaving, leaveForLogin } from '#islands/client/leave-page.ts'

const freshMs = 5 * 60_000

/** Goes to the sign-in unless the stored session belongs to the person that the page was rendered for. */
function checkStored(userId: string): void {
  if (localStorage.getItem('userId') === userId && localStorage.getItem('token')) return
  leaveForLogin()
}

/**
 * Resolves to whether the server can be reached. Offline, the session cannot be checked, and the person stays signed
 * in.
 */
const isOnline = () =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Follows another tab: goes to the sign-in after a sign-out, and reloads after a sign-in as another person. After one
 * as the same person, a page that stayed open for its unsaved text is in use again.
 */
function follow(userId: string): void {
  const stored = localStorage.getItem('userId')
  if (stored === null) leaveForLogin()
  else if (stored !== userId) location.reload()
  else cancelLeaving()
}

/**
 * Keeps the page and the stored session consistent. Leads to the sign-in when the stored session is missing or of
 * another person, at once and when the browser restores the page.
 *
 * A sign-out in another tab leads there too, and a sign-in as another person in another tab reloads the page; unsaved
 * drafts ask before they are left. Asks the server when the page is shown again after five minutes, and when the
 * portal's features have changed: a session that it no longer knows is removed and leads to the sign-in. A server that
 * does not answer changes nothing. Does nothing on a page without a person.
 */
export function watchSession(): void {
  const { user, features = '' } = document.documentElement.dataset
  if (!user) return
  checkStored(user)
  let checkedAt = Date.now()
  addEventListener('pageshow', ({ persisted }) => {
    cancelLeaving()
    if (persisted) checkStored(user)
  })
  addEventListener('storage', ({ key }) => (key === 'userId' || key === null) && follow(user))
  document.addEventListener('visibilitychange', async () => {
    if (document.hidden || Date.now() - checkedAt < freshMs || !(await isOnline())) return
    checkedAt = Date.now()
    const { restoreSession } = await import('#islands/client/session.ts')
    // A check that the server did not answer is repeated when the page is shown again.
    if (!(await restoreSession())) checkedAt = 0
  })
  invalidatedTags.addEventListener('configuration', async () => {
    const { reloadOnNewFeatures } = await import('#islands/client/session.ts')
    await reloadOnNewFeatures(features.split(' ').filter(Boolean))
  })
}
