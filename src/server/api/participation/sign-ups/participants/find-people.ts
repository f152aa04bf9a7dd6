import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { refuseSignUp } from '#api/participation/sign-ups/rules.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { loadSignUp } from '../load-sign-up.ts'
import { toChoices } from '../sign-up.ts'
import type { FoundPerson } from './contract.ts'
import { limitStrangers } from './limit-strangers.ts'
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

const unknown: Check = { refusal: 'person_unknown', missing: [] }

/** Whether the reply conceals that a line matches a person, whom the caller may not sign up. */
const isHidden = ({ refusal }: Pick<Check, 'refusal'>) => refusal === 'not_allowed' || refusal === 'not_found'

const isNamed = ({ refusal }: Check) => refusal !== 'invitation_needed'

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
 * Returns the chosen people, then the person that each line matches, in order, with the reason why each cannot be
 * signed up. The reason, `refusal`, is null for a person who can be. Records only the people who must be invited first,
 * as `limitStrangers` does.
 *
 * A line is an e-mail address, IdrottsID, user name or full name. The reason says unknown for nobody, for several
 * people, and for somebody whom the caller may not sign up, chosen or matched. People mentioned again, and those beyond
 * the free seats, have a reason too. A person who must be invited first has `mayInvite` and no name.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getOrganizedOccasion` does.
 * @throws Refused('too_many_requests') as `limitStrangers` does.
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
  const firstOf = (userId: number) => people.findIndex((one) => one.userId === userId)
  // Checked concurrently: the reads of a hundred lines are sent in few round trips.
  const checks = await Promise.all(
    people.map(({ userId }, index) =>
      userId === null ? unknown : firstOf(userId) === index ? checkSignUp(ctx, userId, occasionId) : null,
    ),
  )
  await limitStrangers(
    ctx,
    people.flatMap(({ userId }, index) => (userId === null || isNamed(checks[index] ?? unknown) ? [] : userId)),
  )
  const checked = people.map((person, index) => {
    const own = checks[index]
    if (own) return { person, ...own, mayInvite: own.refusal === 'invitation_needed', isNamed: isNamed(own) }
    // A repeated person is as hidden as the first time.
    const first = checks[firstOf(person.userId ?? 0)] ?? unknown
    const refusal = isHidden(first) ? first.refusal : 'person_repeated'
    return { person, refusal, missing: [], mayInvite: false, isNamed: isNamed(first) }
  })
  return withSeats(checked, availableSpots).map(({ person, isNamed: isShown, ...one }) => {
    if (isHidden(one)) return noMatch(person.line, t('person_unknown'))
    const match = { ...person, refusal: one.refusal && t(one.refusal), missing: one.missing, mayInvite: one.mayInvite }
    return isShown ? match : { ...match, name: null, organizationNames: [] }
  })
}
