import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { fetchRecentAttendance } from './fetch-attendance.ts'
import { daysKept } from './rules.ts'
import { removeOldAttendees } from './storage.ts'

/** Removes who was in meetings 30 days after the occasion ended, or after it was fetched. Idempotent. */
async function forget(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit([removeOldAttendees(ctx.db, subDays(ctx.now, daysKept))])
}

export const jobs: Record<string, JobHandler> = {
  'meetingAttendance.fetch': fetchRecentAttendance,
  'meetingAttendance.forget': forget,
}
