import { isSuperadministrator } from '#api/actor.ts'
import type { OwnErasure } from '#api/office/erasures/contract.ts'
import type { Profile } from '#api/office/profiles/contract.ts'
import { Refused } from '#api/refusals.ts'

export interface PersonErasure {
  isGuardian: boolean
  request: OwnErasure | null
}

/** The request to erase a person, for those who may ask for one; null for everybody else. */
export async function erasureOfPerson(
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
    // The child has come of age.
    if (error instanceof Refused) return null
    throw error
  }
}
