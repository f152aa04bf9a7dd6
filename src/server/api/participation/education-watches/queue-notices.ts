import type { Visitor } from '#api/context.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import { hasDueWatches } from './storage.ts'

/** Dates that are added within ten minutes of each other are one batch. */
const batchMs = 600_000

/**
 * Returns the moment ten minutes before now. New dates of an education are one batch, and are notified of when the last
 * of them was added before it.
 */
export const addedBefore = ({ now }: Visitor): Date => new Date(now.getTime() - batchMs)

/**
 * Queues the job that notifies of new dates, when somebody is to be notified and no such job waits or runs. Called each
 * minute.
 */
export const queueDateNotices = (ctx: Visitor): Promise<void> =>
  queueJobWhen(ctx, hasDueWatches(ctx.now, addedBefore(ctx)), {
    kind: 'educationWatches.tell',
    key: 'educationWatches.tell',
  })
