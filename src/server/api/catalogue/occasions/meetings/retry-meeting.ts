import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { getOrganizedOccasion } from '../management/save-occasion.ts'
import { toOccasionMeeting } from './choose-meeting.ts'
import type { OccasionMeeting } from './contract.ts'
import { requestRetry, selectMeeting } from './storage.ts'
import { meetingJob } from './sync-meetings.ts'

/**
 * Lets the job try the failed meetings of an occasion again, with an audit entry. Returns the meeting of the occasion;
 * null without one, also while the job deletes one. Repeating it, or a meeting without a failure, changes nothing.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `requireOrganized` does.
 */
export async function retryMeeting(ctx: Ctx, occasionId: number): Promise<OccasionMeeting | null> {
  const occasion = await getOrganizedOccasion(ctx, occasionId)
  await ctx.db.commit([
    recordAuditWhen(
      ctx,
      sql`exists (select 1 from occasion_meetings m
        where m.occasion_id = ${occasionId} and m.removed_at is null and m.reason is not null)`,
      'occasion.meetingRetried',
      { type: 'occasion', id: occasionId },
    ),
    requestRetry(ctx.db, occasionId, ctx.now),
    queueJob(ctx, meetingJob.kind, {}, { key: meetingJob.key }),
  ])
  return toOccasionMeeting(await selectMeeting(ctx.db.onPrimary(), occasionId), occasion.canceled)
}
