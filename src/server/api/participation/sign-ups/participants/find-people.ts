import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { refuseSignUp } from '#api/participation/sign-ups/rules.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { loadSignUp } from '../load-sign-up.ts'
import { toChoices } from '../sign-up.ts'
import type { FoundPerson } from './contract.ts'
import { findPeople, listPeople } from './storage.ts'

/** The refusal code of a sign-up, null for none, and the titles of the prerequisites that the person lacks. */
interface Check {
  refusal: string | null
  missing: string[]
}

/** Checks the sign-up of a person to the occasion with the default choices of an organiser. */
async function checkSignUp(ctx: Ctx, userId: number, occasionId: number): Promise<Check> {
  try {
    const context = await loadSignUp(ctx, { userId, occasionId, educationPartId: null, educationId: null })
    const refusal = refuseSignUp(context.facts, toChoices({ userId }, context.facts))
    return { refusal, missing: context.missing.map(({ title }) => title) }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.code, missing: [] }
    throw error
  }
}

const noMatch = (line: string, refusal: string): FoundPerson => ({
  line,
  userId: null,
  name: null,
  organizationNames: [],
  refusal,
  missing: [],
  mayInvite: false,
})

/** Refuses the people that exceed the available seats, in the order of the list: each was checked alone. */
function withSeats<Checked extends { refusal: string | null }>(people: readonly Checked[], seats: number | null) {
  let availableSeats = seats ?? Number.POSITIVE_INFINITY
  return people.map((one) => {
    if (one.refusal !== null) return one
    availableSeats -= 1
    return availableSeats < 0 ? { ...one, refusal: 'occasion_full' } : one
  })
}

/**
 * Returns the chosen people and the person that each line matches, in this order, and why the person cannot be signed
 * up to the occasion. That is null when possible. Writes nothing. Repeated people, and those beyond the free seats, are
 * refused. A line is an e-mail address, IdrottsID, user name or full name. One that matches nobody, several people, or
 * someone whom the caller may not sign up reads as unknown. A person who must be invited first is not named.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getOrganizedOccasion` does.
 */
export async function previewPeople(
  ctx: Ctx,
  occasionId: number,
  { lines, userIds }: { lines: readonly string[]; userIds: readonly number[] },
): Promise<FoundPerson[]> {
  const { availableSpots } = await getOrganizedOccasion(ctx, occasionId)
  const t = translator(ctx.language, 'refusals')
  const [chosen, matched] = await Promise.all([
    userIds.length > 0 ? listPeople(ctx.db, userIds) : [],
    lines.length > 0 ? findPeople(ctx, lines) : [],
  ])
  const people = [...chosen, ...matched]
  const isRepeated = ({ userId }: Pick<FoundPerson, 'userId'>, index: number) =>
    userId !== null && people.findIndex((one) => one.userId === userId) < index
  // Checked concurrently: the reads of a hundred lines are sent in few round trips.
  const checked = await Promise.all(
    people.map(async (person, index) => {
      const code = person.userId === null ? 'person_unknown' : isRepeated(person, index) ? 'person_repeated' : null
      const check = code ? { refusal: code, missing: [] } : await checkSignUp(ctx, person.userId ?? 0, occasionId)
      return { person, ...check }
    }),
  )
  return withSeats(checked, availableSpots).map(({ person, refusal, missing }) => {
    // The reply does not disclose that a line matches a person whom the caller may not sign up.
    if (refusal === 'not_allowed' || refusal === 'not_found') return noMatch(person.line, t('person_unknown'))
    const match = { ...person, refusal: refusal && t(refusal), missing, mayInvite: refusal === 'invitation_needed' }
    return match.mayInvite ? { ...match, name: null, organizationNames: [] } : match
  })
}
