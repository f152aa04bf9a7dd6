import { countAvailableSeats } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import type { SignUpContext } from '#api/participation/sign-ups/load-sign-up.ts'
import { loadSignUpApartFromSeats } from '#api/participation/sign-ups/sign-up-facts.ts'
import { isGuardianOrSelf } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { insertEntry } from './storage.ts'

/** The occasion, the members, and the education of the sign-up where several hold the part. */
interface Joining {
  occasionId: number
  userIds: readonly number[]
  educationId?: number | null | undefined
}

/** The sign-ups that one member waits for. */
async function loadMember(ctx: Ctx, userId: number, { occasionId, educationId }: Joining): Promise<SignUpContext[]> {
  if (!(await isGuardianOrSelf(ctx, userId))) throw new Refused('not_allowed')
  const target = { userId, occasionId, educationPartId: null, educationId: educationId ?? null }
  const { contexts, refusal } = await loadSignUpApartFromSeats(ctx, target)
  if (refusal) throw new Refused(refusal)
  return contexts
}

const hasRoom = (contexts: readonly SignUpContext[], partySize: number) =>
  contexts.every(({ facts: { occasion } }) => {
    const seats = occasion && countAvailableSeats(occasion)
    return seats === null || seats >= partySize
  })

const seatsOf = (contexts: readonly SignUpContext[]) =>
  contexts.flatMap(({ row: { occasion, part, person } }) =>
    occasion ? [{ occasionId: occasion.id, educationPartId: part.id, userId: person.id }] : [],
  )

/**
 * Joins the queue for seats of an occasion and of those tied to it as one party, for the caller and children of the
 * caller. Writes an audit entry. Each member must be one that the rules of signing up would refuse for lack of seats
 * only. Notifies nobody.
 *
 * @throws Refused('not_allowed') when a member is neither the caller nor a child of the caller.
 * @throws Refused('seats_available') when there is room for the whole party, which can then sign up.
 * @throws Refused('already_waiting') when a member is in the queue already.
 * @throws Refused('occasion_canceled') or Refused('already_signed_up') when another request was first.
 * @throws Refused with the codes of `loadSignUpApartFromSeats`, and with the code of the rule that refuses a member.
 */
export async function joinQueue(ctx: Ctx, joining: Joining): Promise<void> {
  const { occasionId } = joining
  const userIds = [...new Set(joining.userIds)]
  const members: SignUpContext[][] = []
  for (const userId of userIds) members.push(await loadMember(ctx, userId, joining))
  if (hasRoom(members[0] ?? [], members.length)) throw new Refused('seats_available')
  const educationId = members[0]?.[0]?.row.education.id ?? null
  await commitOrRefuse(ctx, [
    ...insertEntry(ctx, { occasionId, educationId, seats: members.flatMap(seatsOf) }),
    recordAudit(ctx, 'waitingEntry.joined', { type: 'occasion', id: occasionId }, { userIds }),
  ])
}
