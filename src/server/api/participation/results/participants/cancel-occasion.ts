import { sql } from 'drizzle-orm'
import type { Occasion } from '../../../catalogue/occasions/contract.ts'
import { getOrganized } from '../../../catalogue/occasions/management/save-occasion.ts'
import { markCanceled } from '../../../catalogue/occasions/management/storage.ts'
import { isOver } from '../../../catalogue/occasions/rules.ts'
import { findOccasion } from '../../../catalogue/occasions/storage.ts'
import type { Ctx } from '../../../context.ts'
import { recordAuditWhen } from '../../../foundation/audit/storage.ts'
import { queueJob } from '../../../foundation/jobs/storage.ts'
import { Refused } from '../../../refusals.ts'
import { cancelResults } from './storage.ts'

/** Cancels an occasion for good (gaps G-037b); who is on it is told by a job, and keeps what is completed. */
export async function cancelOccasion(ctx: Ctx, id: number, message: string | null): Promise<Occasion> {
  const occasion = await getOrganized(ctx, id)
  if (occasion.canceled) return occasion
  if (isOver(occasion, ctx.now)) throw new Refused('occasion_over')
  await ctx.db.commit([
    recordAuditWhen(
      ctx,
      sql`exists (select 1 from occasions where id = ${id} and canceled_at is null)`,
      'occasion.canceled',
      { type: 'occasion', id },
      { message, bookedCount: occasion.bookedCount },
    ),
    cancelResults(ctx, id),
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
