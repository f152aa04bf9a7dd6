import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobResult } from '#api/foundation/jobs/run.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import { ConstraintError } from '#platform/database.ts'
import { canOpenReport } from './access.ts'
import { countRows } from './count-rows.ts'
import { type Contact, insertDelivery, listContacts, listDue, listUndelivered, moveSchedule } from './due-storage.ts'
import { listAdministered } from './receivers.ts'
import { type MailReceiver, writeReportMail } from './report-mail.ts'
import { type DeliveryOutcome, latestTime, nextTime } from './rules.ts'
import { canReceiveView, type StoredSchedule } from './storage.ts'

/** Schedules per run: with twenty receivers each, a run stays below a thousand queries. */
const schedulesPerRun = 5

interface Owner {
  actor: Actor | null
  contact: Contact | undefined
  /** Ids of the receivers whom the owner looks after. */
  administered: ReadonlySet<number>
}

interface Candidate {
  userId: number
  actor: Actor | null
  contact: Contact | undefined
}

/** Returns why a person gets nothing, or the person whom the mail is for. */
function decide(schedule: StoredSchedule, owner: Owner, { userId, actor, contact }: Candidate) {
  const { report, view } = schedule
  const list = view?.list ?? null
  const refuse = (reason: Exclude<DeliveryOutcome, 'sent'>) => ({ reason, receiver: null })
  if (report === 'view' && !canReceiveView(schedule, userId)) return refuse('view')
  if (!owner.actor || !canOpenReport(owner.actor, report, list)) return refuse('owner')
  if (!actor || !contact) return refuse('account')
  if (!owner.administered.has(userId)) return refuse('left')
  if (!canOpenReport(actor, report, list)) return refuse('role')
  if (!contact.email) return refuse('address')
  const { firstName, email } = contact
  const ownerName = owner.contact?.isProtected ? null : owner.actor.name
  const receiver: MailReceiver = { actor, email, firstName, ownerName }
  return { reason: null, receiver }
}

/** The receiver has a delivery of the period already, or the schedule has been removed. */
const isSettled = (error: unknown): boolean =>
  error instanceof ConstraintError && /report_deliveries|^FOREIGN KEY/.test(error.text)

interface Period {
  period: string
  userId: number
  decision: ReturnType<typeof decide>
}

/** Delivers a period to one receiver; does nothing when another run has done so, or the schedule is gone. */
async function deliver(ctx: Ctx<null>, schedule: StoredSchedule, { period, userId, decision }: Period): Promise<void> {
  const { receiver, reason } = decision
  const delivery = { scheduleId: schedule.id, period, userId, deliveredAt: ctx.now }
  const { view } = schedule
  const rows = receiver && view ? await countRows({ ...ctx, actor: receiver.actor }, view) : null
  const messageId = ctx.newId()
  const queued = ctx.queuedJobs.length
  const statements = receiver
    ? [
        insertDelivery(ctx.db, { ...delivery, outcome: 'sent', rowCount: rows, messageId }),
        ...writeReportMail(ctx, schedule, receiver, { rows, messageId }),
      ]
    : [insertDelivery(ctx.db, { ...delivery, outcome: reason ?? 'account' })]
  try {
    await ctx.db.commit(statements)
  } catch (error) {
    // The job of the mail was not inserted.
    ctx.queuedJobs.length = queued
    if (!isSettled(error)) throw error
  }
}

/** Stores that a delivery failed. */
async function storeFailure(ctx: Ctx<null>, scheduleId: string, { period, userId }: Period): Promise<void> {
  try {
    await ctx.db.commit([
      insertDelivery(ctx.db, { scheduleId, period, userId, deliveredAt: ctx.now, outcome: 'failed' }),
    ])
  } catch (error) {
    if (!isSettled(error)) ctx.log.error('reportSchedules.failure', error, { scheduleId, userId })
  }
}

/** Delivers to one receiver, and returns whether it succeeded; logs and stores a failure. */
async function attemptDelivery(ctx: Ctx<null>, schedule: StoredSchedule, of: Period): Promise<boolean> {
  try {
    await deliver(ctx, schedule, of)
    return true
  } catch (error) {
    const { requestId: jobId } = ctx
    ctx.log.error('reportSchedules.delivery', error, { jobId, scheduleId: schedule.id, userId: of.userId })
    await storeFailure(ctx, schedule.id, of)
    return false
  }
}

/** Sends a schedule to its receivers, and returns how many deliveries failed. */
async function sendSchedule(ctx: Ctx<null>, schedule: StoredSchedule): Promise<number> {
  const period = toPortalDay(latestTime(schedule, ctx.now))
  const userIds = await listUndelivered(ctx.db, schedule.id, period)
  const [ownActor, contacts, actors] = await Promise.all([
    findActor(ctx, schedule.userId),
    listContacts(ctx.db, [...userIds, schedule.userId]),
    Promise.all(userIds.map((id) => findActor(ctx, id))),
  ])
  const administered = ownActor ? await listAdministered(ctx.db, ownActor, userIds) : new Set<number>()
  const owner: Owner = { actor: ownActor, contact: contacts.get(schedule.userId), administered }
  let failed = 0
  for (const [at, userId] of userIds.entries()) {
    const decision = decide(schedule, owner, { userId, actor: actors[at] ?? null, contact: contacts.get(userId) })
    if (!(await attemptDelivery(ctx, schedule, { period, userId, decision }))) failed += 1
  }
  return failed
}

/** Sends a schedule and moves it on, also when it fails; returns the number of failures. */
async function sendAndMove(ctx: Ctx<null>, schedule: StoredSchedule): Promise<number> {
  const failed = await sendSchedule(ctx, schedule).catch((error: unknown) => {
    ctx.log.error('reportSchedules.schedule', error, { jobId: ctx.requestId, scheduleId: schedule.id })
    return 1
  })
  await moveSchedule(ctx.db, schedule, nextTime(schedule, ctx.now))
  return failed
}

/**
 * Mails the scheduled reports that are due to their receivers, five schedules per run, and moves each schedule to its
 * next time. Asks for another run, or returns undefined when there are no more and nothing failed. `failed` counts the
 * failures of earlier runs. A schedule that was due several times while the portal was down is sent once, for its
 * latest time.
 *
 * A delivery has a unique key of schedule, period and receiver in the commit of its mail, so overlapping runs and
 * retries send one mail. A failure stops neither the other receivers nor the other schedules.
 *
 * The last run logs an error with the number of failures and returns it as the job's result. It does not throw: failed
 * deliveries are stored and their schedules have moved on, so a retry would find nothing to send. A receiver who may no
 * longer get a report gets no mail, and the reason is stored.
 */
export async function sendDueReports(
  ctx: Ctx<null>,
  { failed: failedBefore = 0 }: { failed?: number },
): Promise<JobContinuation | JobResult | undefined> {
  const due = await listDue(ctx.db, ctx.now, schedulesPerRun)
  let failed = failedBefore
  for (const schedule of due) failed += await sendAndMove(ctx, schedule)
  if (due.length === schedulesPerRun) return { rest: { failed } }
  if (failed === 0) return undefined
  const error = new Error(`${failed} deliveries of scheduled reports failed`)
  ctx.log.error('reportSchedules.failed', error, { jobId: ctx.requestId })
  return { result: { failed } }
}
