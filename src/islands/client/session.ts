import { persistentAtom } from '@nanostores/persistent'
import type { Feature } from '#api/features.ts'
import { ApiError, api, isTransient } from './api.ts'
import { leaveForLogin, markLeaving } from './leave-page.ts'
import { deletePageCopies } from './page-copies.ts'
import { wait } from './retry-after.ts'
import { clearStorage, storedKeys } from './stored-keys.ts'

/**
 * Token of the session in local storage, a key that the specification names (spec SESSION-16). Undefined removes the
 * key.
 */
export const $token = persistentAtom<string | undefined>(storedKeys.token)
/** Id of the signed-in person, as text in local storage (spec SESSION-16). Undefined removes the key. */
export const $userId = persistentAtom<string | undefined>(storedKeys.userId)
/**
 * Mark in local storage that the popup for favourites was closed (spec SESSION-16). Undefined removes the key, so that
 * the popup may open again.
 */
export const $filterFavoriteBranchPopup = persistentAtom<string | undefined>(storedKeys.filterFavoriteBranchPopup)

let features: readonly Feature[] | null = null

async function fetchFeatures(): Promise<readonly Feature[]> {
  return (await api('GET /PortalConfiguration/public'))?.features ?? []
}

/** Whether the server knows the stored person. The organisations and licence goals are in the rendered page. */
async function isStoredPerson(): Promise<boolean> {
  const user = await api('GET /User')
  if (!user) console.error('session restore', new Error('No user found'))
  return Boolean(user) && $userId.get() === String(user?.id)
}

/** Waits in milliseconds before a failed check is repeated, where the server does not ask for another. */
const retryWaits = [5000, 30_000]

/** Removes the session and leads to the sign-in page. */
function loseSession(): void {
  $userId.set(undefined)
  $token.set(undefined)
  leaveForLogin()
}

/**
 * Checks the session with the server, and returns whether it could be checked; never rejects. The session is removed
 * and the sign-in page shown when the server answers 401, or has another person than the stored one: both return true.
 *
 * A failed check returns false, says nothing about the session and keeps it. It is repeated twice after a dropped
 * network, a 429 or a failing server, after `Retry-After` if there is one; any other refusal is not repeated.
 */
export async function restoreSession(): Promise<boolean> {
  for (const waitMs of [...retryWaits, null]) {
    try {
      if (!(await isStoredPerson())) loseSession()
      return true
    } catch (error) {
      console.error('session restore', error)
      if (error instanceof ApiError && error.status === 401) {
        loseSession()
        return true
      }
      if (waitMs === null || !isTransient(error)) return false
      await wait(error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : waitMs)
    }
  }
  return false
}

/**
 * Ends the session on the server, and once more when the connection or the server fails. Returns the URL of the sign-in
 * page: with `again` when the server did not end it, so that its cookie does not send the person straight back, and
 * with `signOut=failed` when it may still be open.
 */
async function endSession(): Promise<string> {
  for (let calls = 1; ; calls++) {
    try {
      await api('POST /Authentication/Logout')
      return '/login'
    } catch (error) {
      console.error('sign out', error)
      if (error instanceof ApiError && error.status === 401) return '/login?again=1'
      if (calls === 2 || !isTransient(error)) return '/login?again=1&signOut=failed'
    }
  }
}

/**
 * Signs out, removes all data from the browser's storage and the page copies, and leads to the sign-in page. This
 * happens even when the server does not answer, which the sign-in page then says. Work that was not sent yet is lost
 * too, so the caller asks first.
 */
export async function signOut(): Promise<void> {
  markLeaving()
  const destination = await endSession()
  $token.set(undefined)
  $userId.set(undefined)
  $filterFavoriteBranchPopup.set(undefined)
  clearStorage()
  await deletePageCopies().catch((error: unknown) => console.error('sign out', error))
  location.assign(destination)
}

const isEqual = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join()

/**
 * Fetches the portal's features, and checks the session again when they differ from the last known ones, at first those
 * of the rendered page. Rejects when they cannot be fetched.
 */
export async function reloadOnNewFeatures(renderedFeatures: readonly string[]): Promise<void> {
  const now = await fetchFeatures()
  const isNew = !isEqual(now, features ?? renderedFeatures)
  features = now
  if (isNew) await restoreSession()
}
