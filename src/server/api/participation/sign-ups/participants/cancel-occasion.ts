import { sql } from 'drizzle-orm'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import { markCanceled } from '#api/catalogue/occasions/management/storage.ts'
import { hasEnded } from '#api/catalogue/occasions/rules.ts'
import { findOccasion } from '#api/catalogue/occasions/storage.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { auditEventsView } from '#api/foundation/audit/views.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { cancelOccasionResults } from '#api/participation/results/write-storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { getMoveTarget, prepareMove, toMoveRefusal } from './move-participants.ts'
import { listFittingResultIds, takesWhole } from './plan-move.ts'

interface Cancellation {
  /** Reason for the participants; null without one. */
  message: string | null
  /** The occasion that people are moved to first, and how many the caller saw fit; null: nobody is moved. */
  moveTo: { occasionId: number; expectedCount: number } | null
}

/** Returns the statements that move those who fit to the chosen occasion; none without one. */
async function prepareMoveTo(ctx: Ctx, before: Occasion, moveTo: Cancellation['moveTo']): Promise<Statement[]> {
  if (!moveTo) return []
  const after = await getMoveTarget(ctx, before, moveTo.occasionId)
  if (hasEnded(after, ctx.now)) throw new Refused('occasion_over')
  if (!takesWhole(before, after)) throw new Refused('other_part')
  const plan = { target: after, expectedCount: moveTo.expectedCount }
  return prepareMove(ctx, { before, after }, await listFittingResultIds(ctx, before.id, plan))
}

/**
 * Returns a cancelled occasion to a repeated request. One that moves people is refused unless the cancellation moved
 * them to the same date: the caller must not read that people were moved who were refunded.
 */
async function requireSame(ctx: Ctx, occasion: Occasion, moveTo: Cancellation['moveTo']): Promise<Occasion> {
  if (!moveTo) return occasion
  const [same] = await ctx.db.onPrimary().rows<{ id: number }>(sql`
    select entry.id as id from ${auditEventsView} entry
    where entry.action = 'occasion.canceled' and entry.target_type = 'occasion'
      and entry.target_id = ${String(occasion.id)} and entry.data ->> 'to' = ${moveTo.occasionId} limit 1`)
  if (!same) throw new Refused('occasion_canceled')
  return occasion
}

/**
 * Cancels an occasion permanently (spec G-037b) with an audit entry, cancels its sign-ups that are not completed, and
 * returns it. A job notifies the participants of it and of the reason in `message`, and triggers record the refunds;
 * completed results stay. Repeating it changes nothing.
 *
 * With `moveTo`, those who fit are first moved to that occasion as `moveParticipants` does, in the same transaction.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `requireOrganized` does.
 * @throws Refused('occasion_over') when the occasion, or the one to move to, has ended.
 * @throws Refused('occasion_canceled') when it is cancelled without a move to that date.
 * @throws Refused('other_part') when the date is for another education, or one of a set.
 * @throws Refused('selection_changed') when another number of people fits than the caller saw.
 * @throws Refused with the codes of `moveParticipants`; then nothing is cancelled.
 */
export async function cancelOccasion(ctx: Ctx, id: number, { message, moveTo }: Cancellation): Promise<Occasion> {
  const occasion = await getOrganizedOccasion(ctx, id)
  if (occasion.canceled) return requireSame(ctx, occasion, moveTo)
  if (hasEnded(occasion, ctx.now)) throw new Refused('occasion_over')
  const moves = await prepareMoveTo(ctx, occasion, moveTo)
  const record = recordAuditWhen(
    ctx,
    sql`exists (select 1 from ${occasionsView} where id = ${id} and canceled_at is null)`,
    'occasion.canceled',
    { type: 'occasion', id },
    { message, bookedCount: occasion.bookedCount, ...(moveTo && { to: moveTo.occasionId }) },
  )
  const job = { occasionId: id, news: 'occasionCanceled', at: ctx.now }
  try {
    await ctx.db.commit([
      record,
      ...moves,
      cancelOccasionResults(ctx, id),
      markCanceled(ctx.db, id, message, ctx.now),
      queueJob(ctx, 'results.tellParticipants', job, { key: `occasion ${id} canceled` }),
    ])
  } catch (error) {
    const current = await findOccasion(ctx.db, ctx.actor, id)
    // Another request has cancelled the occasion since it was read.
    if (current?.canceled) return requireSame(ctx, current, moveTo)
    throw toMoveRefusal(error)
  }
  return (await findOccasion(ctx.db, ctx.actor, id)) ?? occasion
}
