import { sql } from 'drizzle-orm'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import { markCanceled } from '#api/catalogue/occasions/management/storage.ts'
import { hasEnded } from '#api/catalogue/occasions/rules.ts'
import { findOccasion } from '#api/catalogue/occasions/storage.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { cancelOccasionResults } from '#api/participation/results/write-storage.ts'
import { Refused } from '#api/refusals.ts'

/**
 * Cancels an occasion permanently (spec G-037b) with an audit entry, cancels its sign-ups that are not completed, and
 * returns it. A job notifies the participants of it and of the reason in `message`, and triggers record the refunds;
 * completed results stay. Repeating it changes nothing.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `requireOrganized` does.
 * @throws Refused('occasion_over') when the occasion has ended.
 */
export async function cancelOccasion(ctx: Ctx, id: number, message: string | null): Promise<Occasion> {
  const occasion = await getOrganizedOccasion(ctx, id)
  if (occasion.canceled) return occasion
  if (hasEnded(occasion, ctx.now)) throw new Refused('occasion_over')
  await ctx.db.commit([
    recordAuditWhen(
      ctx,
      sql`exists (select 1 from ${occasionsView} where id = ${id} and canceled_at is null)`,
      'occasion.canceled',
      { type: 'occasion', id },
      { message, bookedCount: occasion.bookedCount },
    ),
    cancelOccasionResults(ctx, id),
    markCanceled(ctx.db, id, message, ctx.now),
    queueJob(
      ctx,
      'results.tellParticipants',
      { occasionId: id, news: 'occasionCanceled', at: ctx.now },
      { key: `occasion ${id} canceled` },
    ),
  ])
  return (await findOccasion(ctx.db, ctx.actor, id)) ?? occasion
}
