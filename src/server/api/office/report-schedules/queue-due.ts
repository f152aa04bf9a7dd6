import type { Visitor } from '#api/context.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import { hasDueSchedules } from './due-storage.ts'

/** Queues the job that sends scheduled reports, when one is due. Called each minute. */
export const queueDueReports = (ctx: Visitor): Promise<void> =>
  queueJobWhen(ctx, hasDueSchedules(ctx.now), { kind: 'reportSchedules.send', key: 'reportSchedules.send' })
