import { getOrganized } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { refuseSignUp } from '#api/participation/sign-ups/rules.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { choicesFrom } from '../sign-up.ts'
import { setScene } from '../sign-up-scene.ts'
import type { FoundPerson } from './contract.ts'
import { findPeople } from './storage.ts'

/** Why somebody cannot be put on the occasion, as a refusal code; what the dialog would have asked is the organiser's to skip. */
async function refusalFor(ctx: Ctx, userId: number, occasionId: number): Promise<string | null> {
  try {
    const scene = await setScene(ctx, { userId, occasionId, educationPartId: null, educationId: null })
    return refuseSignUp(scene.facts, choicesFrom({ userId }, scene.facts))
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

const nobody = (line: string, refusal: string): FoundPerson => ({
  line,
  userId: null,
  name: null,
  organizationNames: [],
  refusal,
  mayInvite: false,
})

/** Each was asked about alone; together they take the seats that are left, in the order of the list. */
function withSeats<Judged extends { refusal: string | null }>(judged: readonly Judged[], seats: number | null) {
  let left = seats ?? Number.POSITIVE_INFINITY
  return judged.map((one) => {
    if (one.refusal !== null) return one
    left -= 1
    return left < 0 ? { ...one, refusal: 'occasion_full' } : one
  })
}

/** Says of each line who is meant, and what stands in the way; nothing is written. */
export async function previewPeople(ctx: Ctx, occasionId: number, lines: readonly string[]): Promise<FoundPerson[]> {
  const { availableSpots } = await getOrganized(ctx, occasionId)
  const t = translator(ctx.language, 'refusals')
  const found = await findPeople(ctx.db, lines)
  const isRepeated = ({ userId }: Pick<FoundPerson, 'userId'>, index: number) =>
    userId !== null && found.findIndex((one) => one.userId === userId) < index
  // Asked side by side: a hundred lines one after the other are a hundred journeys to the database.
  const judged = await Promise.all(
    found.map(async (person, index) => {
      const code = person.userId === null ? 'person_unknown' : isRepeated(person, index) ? 'person_repeated' : null
      return { person, refusal: code ?? (await refusalFor(ctx, person.userId ?? 0, occasionId)) }
    }),
  )
  return withSeats(judged, availableSpots).map(({ person, refusal }) => {
    // Of whom the caller may not sign up nothing is told, not even that the line is somebody's.
    if (refusal === 'not_allowed' || refusal === 'not_found') return nobody(person.line, t('person_unknown'))
    const shown = { ...person, refusal: refusal && t(refusal), mayInvite: refusal === 'invitation_needed' }
    return shown.mayInvite ? { ...shown, name: null, organizationNames: [] } : shown
  })
}
