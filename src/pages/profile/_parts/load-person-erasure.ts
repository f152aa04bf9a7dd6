import { isSuperadministrator } from '#api/actor.ts'
import type { OwnErasure } from '#api/office/erasures/contract.ts'
import type { Profile } from '#api/office/profiles/contract.ts'
import { Refused } from '#api/refusals.ts'

/** The erasure request of a person, if any, and whether the reader is a guardian. */
export interface PersonErasure {
  isGuardian: boolean
  request: OwnErasure | null
}

/**
 * Loads the erasure request of another person, for a superadministrator or a confirmed guardian who is a parent or
 * legal guardian. Null for any other reader, also for the guardian of a child who has come of age.
 */
export async function loadPersonErasure(
  { actor, api }: Pick<App.Locals, 'actor' | 'api'>,
  { user, guardians }: Pick<Profile, 'user' | 'guardians'>,
): Promise<PersonErasure | null> {
  if (!actor) return null
  const isGuardian = guardians.some(
    ({ userId, confirmed, relation }) => confirmed && userId === actor.id && relation !== 'otherAdult',
  )
  if (!isGuardian && !isSuperadministrator(actor)) return null
  try {
    return { isGuardian, request: await api('GET /user/:id/erasure', { params: { id: user.id } }) }
  } catch (error) {
    // The child has come of age, so the guardian may no longer read the request.
    if (error instanceof Refused) return null
    throw error
  }
}
