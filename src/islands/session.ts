import { persistentAtom } from '@nanostores/persistent'
import { map } from 'nanostores'
import { revived } from '#api/dates.ts'
import type { Feature } from '#api/features.ts'
import type { SignedIn } from '#api/people/authentication/contract.ts'
import type { Organization } from '#api/people/organizations/contract.ts'
import type { CurrentUser } from '#api/people/users/contract.ts'
import { api } from './api.ts'
import { beginLeaving, leaveForLogin } from './leave.ts'
import { forgetCopies } from './page-copies.ts'
import { clearStorage, storedKeys } from './stored-keys.ts'

/** The three keys that the specification names; an undefined one is not there. */
export const $token = persistentAtom<string | undefined>(storedKeys.token)
export const $userId = persistentAtom<string | undefined>(storedKeys.userId)
export const $filterFavoriteBranchPopup = persistentAtom<string | undefined>(storedKeys.filterFavoriteBranchPopup)

export interface UserState {
  loading: boolean
  currentUser: CurrentUser | null
  organizations: Organization[]
  licenseGoals: unknown[]
  errors: string[]
}

export const $user = map<UserState>({
  loading: false,
  currentUser: null,
  organizations: [],
  licenseGoals: [],
  errors: [],
})

let features: readonly Feature[] | null = null

async function fetchFeatures(): Promise<readonly Feature[]> {
  return (await api('GET /PortalConfiguration/public'))?.features ?? []
}

/** By address: the licences bring the call with them, and until then the flag is off. */
async function fetchLicenseGoals(id: number): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${$token.get()}` }
  const response = await fetch(`/api/user/${id}/LicenseGoals`, { headers, credentials: 'include' })
  if (response.ok) return JSON.parse(await response.text(), revived)
  if (response.status === 404) return []
  throw new Error(`LicenseGoals: ${response.status}`)
}

async function load(): Promise<void> {
  $user.setKey('loading', true)
  const user = await api('GET /User')
  if (!user) throw new Error('No user found')
  if ($userId.get() !== String(user.id)) {
    $userId.set(undefined)
    throw new Error('The stored user is another than the loaded one')
  }
  features = await fetchFeatures()
  const organizations = await api('GET /user/:id/organizations', {
    params: { id: user.id },
    query: { includeParents: true },
  })
  const licenseGoals = features.includes('License') ? await fetchLicenseGoals(user.id) : []
  $user.set({ loading: false, currentUser: user, organizations, licenseGoals, errors: [] })
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occured.')

/** A page that is being left has its calls cut off, and that says nothing of the session: it is gone before this is over. */
const leftBehindMs = 1000

/** Fetches who is signed in; on any error the browser forgets the session and goes to the login. */
export async function restoreSession(target?: string): Promise<void> {
  try {
    await load()
  } catch (error) {
    if (error instanceof TypeError) await new Promise((resolve) => setTimeout(resolve, leftBehindMs))
    console.error('session restore', error)
    $user.set({ loading: false, currentUser: null, organizations: [], licenseGoals: [], errors: [textOf(error)] })
    $userId.set(undefined)
    $token.set(undefined)
    leaveForLogin()
    return
  }
  if (target) location.assign(target)
}

/** What a sign-in answered: stored, the person loaded, then on to where they were going. */
export async function setLoginData({ token, userId }: SignedIn, target: string): Promise<void> {
  await forgetCopies()
  $token.set(token)
  $userId.set(String(userId))
  await restoreSession(target)
}

/** Whatever the server answers, the browser forgets the person. */
export async function signOut(): Promise<void> {
  beginLeaving()
  await api('POST /Authentication/Logout').catch((error: unknown) => console.error('sign out', error))
  $token.set(undefined)
  $userId.set(undefined)
  $filterFavoriteBranchPopup.set(undefined)
  clearStorage()
  await forgetCopies().catch((error: unknown) => console.error('sign out', error))
  location.assign('/login')
}

const isEqual = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join()

/** Loads the person anew when the portal's features are others than those the page was made with. */
export async function reloadOnNewFeatures(known: readonly string[]): Promise<void> {
  const now = await fetchFeatures()
  const isNew = !isEqual(now, features ?? known)
  features = now
  if (isNew) await restoreSession()
}
