import type { Visitor } from '#api/context.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import { checkedBefore } from './offer-seats.ts'
import { hasWork } from './queue-storage.ts'

/**
 * Queues the job that offers free seats, when there is something to offer or to end and no such job waits or runs.
 * Called each minute, and after each write that may free a seat.
 */
export const queueOffers = (ctx: Visitor): Promise<void> =>
  queueJobWhen(ctx, hasWork(ctx.now, checkedBefore(ctx)), { kind: 'waitingList.offer', key: 'waitingList.offer' })
