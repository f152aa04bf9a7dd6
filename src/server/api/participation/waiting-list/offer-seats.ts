import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { loadSignUpApartFromSeats, type SignUpApartFromSeats } from '#api/participation/sign-ups/sign-up-facts.ts'
import { type RefusalCode, Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { asMember } from './as-member.ts'
import { notifyParty } from './notify-party.ts'
import { findFirstFitting, listEntriesToEnd, listLapsed, listToCheck, type QueuedEntry } from './queue-storage.ts'
import { calculateOfferEnd, entryStates } from './rules.ts'
import { moveEntry, offerSeatsTo, setBarred } from './storage.ts'

/** Most offers of one run; the job continues while there are more. */
const offersPerRun = 40

/** A barred entry is asked about again after an hour. */
const msBetweenChecks = 3_600_000

/**
 * Returns the moment an hour before now. An entry of a queue that the rules of signing up bar is checked again when its
 * last check was before it.
 */
export const checkedBefore = ({ now }: Visitor): Date => new Date(now.getTime() - msBetweenChecks)

/** Commits; returns false when the database refuses, because another worker or the person was first. */
async function commitUnlessMoved(ctx: Ctx<null>, statements: Statement[]): Promise<boolean> {
  try {
    await commitOrRefuse(ctx, statements)
    ctx.changedTags.push('occasions')
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

async function askRules(
  ctx: Visitor,
  userId: number,
  { occasionId, educationId }: QueuedEntry,
): Promise<SignUpApartFromSeats | RefusalCode> {
  const target = { userId, occasionId, educationPartId: null, educationId }
  try {
    return await loadSignUpApartFromSeats(asMember(ctx, userId), target)
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

interface PartyAnswer {
  barred: RefusalCode | null
  educationId: number | null
  expiresAt: Date | null
}

/** Asks the sign-up rules about each member: the first refusal bars the party. */
async function askAboutParty(ctx: Visitor, entry: QueuedEntry): Promise<PartyAnswer> {
  let answer: PartyAnswer = { barred: null, educationId: null, expiresAt: null }
  for (const userId of JSON.parse(entry.userIds) as number[]) {
    const result = await askRules(ctx, userId, entry)
    if (typeof result === 'string') return { ...answer, barred: result }
    const dates = result.contexts.flatMap(({ row }) => row.occasion ?? [])
    const expiresAt = calculateOfferEnd(dates, ctx.now)
    const educationId = result.contexts[0]?.row.education.id ?? null
    answer = { barred: result.refusal ?? (expiresAt ? null : 'sign_up_closed'), educationId, expiresAt }
    if (answer.barred) return answer
  }
  return answer
}

/** Offers the party its seats, or stores why it is passed over; returns false when it could do neither. */
async function offerTo(ctx: Ctx<null>, entry: QueuedEntry): Promise<boolean> {
  const { barred, educationId, expiresAt } = await askAboutParty(ctx, entry)
  if (barred || !expiresAt) return commitUnlessMoved(ctx, [setBarred(ctx, entry.id, barred ?? 'not_found')])
  return commitUnlessMoved(ctx, [
    ...offerSeatsTo(ctx, entry.id, expiresAt),
    recordAudit(ctx, 'waitingEntry.offered', { type: 'occasion', id: entry.occasionId }, { userId: entry.userId }),
    ...notifyParty(ctx, 'seatOffered', entry, { educationId, expiresAt }),
  ])
}

async function endEntries(ctx: Ctx<null>): Promise<void> {
  for (const entry of await listEntriesToEnd(ctx.db, ctx.now))
    await commitUnlessMoved(ctx, [
      moveEntry(ctx, entry.id, entryStates.ended),
      ...notifyParty(ctx, 'waitingEnded', entry, entry),
    ])
  for (const entry of await listLapsed(ctx.db, ctx.now))
    await commitUnlessMoved(ctx, [
      moveEntry(ctx, entry.id, entryStates.lapsed),
      recordAudit(ctx, 'waitingEntry.lapsed', { type: 'occasion', id: entry.occasionId }, { userId: entry.userId }),
      ...notifyParty(ctx, 'seatOfferLapsed', entry, entry),
    ])
}

async function checkBarred(ctx: Ctx<null>): Promise<void> {
  for (const entry of await listToCheck(ctx.db, ctx.now, checkedBefore(ctx))) {
    const { barred } = await askAboutParty(ctx, entry)
    await ctx.db.commit([setBarred(ctx, entry.id, barred)])
  }
}

/**
 * Ends lapsed offers, and entries of queues whose occasion or party is over. Then offers free seats to the first
 * parties that they are enough for.
 *
 * An occasion is over when it is cancelled, has begun or takes no more sign-ups; a party, when nobody may answer for it
 * any more. Entries whose seats are being paid for stay. Notifies the parties of each, writes audit entries of offers
 * and lapses, and notes the cache tag of occasions in `ctx`. A party that the rules of signing up refuse is barred
 * instead, and checked again after an hour. At most 40 offers in a run. Safe to repeat and to run concurrently.
 * Returns whether there may be more to offer.
 */
export async function offerSeats(ctx: Ctx<null>): Promise<boolean> {
  await endEntries(ctx)
  await checkBarred(ctx)
  for (let count = 0; count < offersPerRun; count++) {
    const entry = await findFirstFitting(ctx.db.onPrimary(), ctx.now)
    if (!entry) return false
    // The next run, a minute later, tries again.
    if (!(await offerTo(ctx, entry))) return false
  }
  return true
}
