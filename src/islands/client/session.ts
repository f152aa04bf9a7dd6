import { persistentAtom } from '@nanostores/persistent'
import type { Feature } from '#api/features.ts'
import { api } from './api.ts'
import { leaveForLogin, markLeaving } from './leave-page.ts'
import { deletePageCopies } from './page-copies.ts'
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

/** Fetches the signed-in person. The organisations and licence goals are in the page that the server rendered. */
async function checkUser(): Promise<void> {
  const user = await api('GET /User')
  if (!user) throw new Error('No user found')
  if ($userId.get() !== String(user.id)) throw new Error('The stored user differs from the loaded user')
}

/**
 * Wait before a failed check counts. Leaving a page aborts its calls, which says nothing about the session; the page is
 * gone within this time.
 */
const leavingPageMs = 1000

/**
 * Checks the session with the server. On any error, a 429 and a failing server too, it removes the session and leads to
 * the sign-in page, without rejecting; after a network error it first waits `leavingPageMs`.
 */
export async function restoreSession(): Promise<void> {
  try {
    await checkUser()
  } catch (error) {
    if (error instanceof TypeError) await new Promise((resolve) => setTimeout(resolve, leavingPageMs))
    console.error('session restore', error)
    $userId.set(undefined)
    $token.set(undefined)
    leaveForLogin()
  }
}

/**
 * Signs out, removes all personal data from the browser and leads to the sign-in page, even when the server does not
 * answer.
 */
export async function signOut(): Promise<void> {
  markLeaving()
  await api('POST /Authentication/Logout').catch((error: unknown) => console.error('sign out', error))
  $token.set(undefined)
  $userId.set(undefined)
  $filterFavoriteBranchPopup.set(undefined)
  clearStorage()
  await deletePageCopies().catch((error: unknown) => console.error('sign out', error))
  location.assign('/login')
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
