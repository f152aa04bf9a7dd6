import type { Ctx } from '#api/context.ts'
import { countFailedMails } from '#api/foundation/mails/storage.ts'
import { countDueResults } from '#api/money/invoices/due-results.ts'
import { firstDueDay } from '#api/money/invoices/rules.ts'
import { countToRefund } from '#api/money/payments/office/storage.ts'
import { countOpenRequests } from '#api/office/erasures/storage.ts'
import { countStagedBatches } from '#api/office/imports/storage.ts'
import { countFailedJobs } from '#api/office/job-list/storage.ts'
import { countPendingReports } from '#api/participation/licenses/reported/storage.ts'
import { countToReview } from '#api/participation/submissions/review/storage.ts'
import { countStagedMembers } from '#api/people/member-imports/uploader-storage.ts'
import type { QueueCount } from '#api/queue-count.ts'
import { toPortalDay } from '#api/zone.ts'
import { countMissingResults } from '../storage.ts'
import { listAgenda } from './agenda-storage.ts'
import { countPendingSignUps } from './approvals-storage.ts'
import type { OfficeHome, WorkQueue } from './contract.ts'
import { countPendingGuardians } from './guardians-storage.ts'
import { listInvoicedClubs } from './invoiced-storage.ts'
import { listQueueKinds, type QueueKind } from './rules.ts'

/** Counts the due results of the year that ends today, as the list of invoices shows them when no period is chosen. */
function countDueOfYear({ db, now }: Ctx): Promise<QueueCount> {
  const endDate = toPortalDay(now)
  const period = { startDate: firstDueDay(endDate), endDate, filteringOnOnlyCompleted: false, withCanceled: true }
  return countDueResults(db, period)
}

/** Counts each queue by the conditions of the list that it leads to. */
const counts: Record<QueueKind, (ctx: Ctx) => Promise<QueueCount>> = {
  approvals: ({ db, actor, now }) => countPendingSignUps(db, actor, now),
  missingResults: ({ db, actor, now }) => countMissingResults(db, actor, now),
  submissions: ({ db, actor }) => countToReview(db, actor),
  guardians: ({ db, actor, now }) => countPendingGuardians(db, actor, now),
  refunds: ({ db }) => countToRefund(db),
  reports: ({ db }) => countPendingReports(db),
  erasures: ({ db }) => countOpenRequests(db),
  invoices: countDueOfYear,
  imports: ({ db, actor }) => countStagedBatches(db, actor.id),
  memberImports: ({ db, actor }) => countStagedMembers(db, actor.id),
  mails: ({ db }) => countFailedMails(db),
  jobs: ({ db }) => countFailedJobs(db),
}

/** Counts a queue; a failure is logged and leaves the queue without a count. */
async function loadQueue(ctx: Ctx, kind: QueueKind): Promise<WorkQueue> {
  try {
    return { kind, ...(await counts[kind](ctx)) }
  } catch (error) {
    ctx.log.error('worklist.queue_failed', error, { kind })
    return { kind, count: null, oldest: null }
  }
}

/**
 * Loads the work queues of the caller's roles with their counts, in their fixed order, the agenda of `listAgenda` and
 * the clubs of `listInvoicedClubs`. One round trip. A queue that cannot be counted is logged and has null counts; a
 * failure of the agenda or the clubs is thrown.
 */
export async function loadHome(ctx: Ctx): Promise<OfficeHome> {
  const kinds = listQueueKinds(ctx.actor)
  const [agenda, invoiced, ...queues] = await Promise.all([
    listAgenda(ctx.db, ctx.actor, ctx.now),
    listInvoicedClubs(ctx.db, ctx.actor),
    ...kinds.map((kind) => loadQueue(ctx, kind)),
  ])
  return { queues, agenda, invoiced }
}
