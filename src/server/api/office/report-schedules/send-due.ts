import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation } from '#api/foundation/jobs/run.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { canOpenReport } from './access.ts'
import { countRows } from './count-rows.ts'
import { type Contact, insertDelivery, listContacts, listDue, listUndelivered, moveSchedule } from './due-storage.ts'
import { type DeliveryOutcome, latestTime, nextTime, scheduledReportPath } from './rules.ts'
import type { StoredSchedule } from './storage.ts'

/** Schedules per run: with twenty receivers each, a run stays below a thousand queries. */
const schedulesPerRun = 5

interface Receiver {
  actor: Actor
  email: string
  firstName: string
}

/** Returns why a person gets nothing, or the person whom the mail is for. */
function decide(schedule: StoredSchedule, owner: Actor | null, actor: Actor | null, contact: Contact | undefined) {
  const { report, view } = schedule
  const list = view?.list ?? null
  const refuse = (reason: Exclude<DeliveryOutcome, 'sent'>) => ({ reason, receiver: null })
  if (report === 'view' && !view) return refuse('view')
  if (!owner || !canOpenReport(owner, report, list)) return refuse('owner')
  if (!actor || !contact) return refuse('account')
  if (!canOpenReport(actor, report, list)) return refuse('role')
  if (!contact.email) return refuse('address')
  const receiver: Receiver = { actor, email: contact.email, firstName: contact.firstName }
  return { reason: null, receiver }
}

/** Returns the statements of a receiver's mail. It has a number and a link; the rows stay behind the sign-in. */
function writeReportMail(
  ctx: Ctx<null>,
  { id, view }: StoredSchedule,
  { actor, email, firstName }: Receiver,
  { rows, messageId }: { rows: number | null; messageId: string },
): Statement[] {
  const t = translator(actor.language ?? ctx.language, 'report-schedules')
  const values = {
    name: firstName,
    title: view?.name ?? t('board'),
    list: view ? t(`list.${view.list}`) : t('board'),
    link: `${ctx.env.PORTAL_ORIGIN}${scheduledReportPath(id)}`,
    count: rows === null ? '' : String(rows),
    context: rows === null ? '' : 'counted',
  }
  const { language, id: userId } = actor
  return writeMail(ctx, { recipient: email, userId, language, name: 'scheduledReport', values, messageId })
}

/** The receiver has a delivery of the period already, or the schedule has been removed. */
const isSettled = (error: unknown): boolean =>
  error instanceof ConstraintError && /report_deliveries|^FOREIGN KEY/.test(error.text)

/** Delivers a period to one receiver; does nothing when another run has done so, or the schedule is gone. */
async function deliver(
  ctx: Ctx<null>,
  schedule: StoredSchedule,
  { period, userId, decision }: { period: string; userId: number; decision: ReturnType<typeof decide> },
): Promise<void> {
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
    if (!isSettled(error)) throw error
    // The job of the mail was not inserted.
    ctx.queuedJobs.length = queued
  }
}

async function sendSchedule(ctx: Ctx<null>, schedule: StoredSchedule): Promise<void> {
  const period = toPortalDay(latestTime(schedule, ctx.now))
  const userIds = await listUndelivered(ctx.db, schedule.id, period)
  const [owner, contacts, actors] = await Promise.all([
    findActor(ctx, schedule.userId),
    listContacts(ctx.db, userIds),
    Promise.all(userIds.map((id) => findActor(ctx, id))),
  ])
  for (const [at, userId] of userIds.entries()) {
    const decision = decide(schedule, owner, actors[at] ?? null, contacts.get(userId))
    await deliver(ctx, schedule, { period, userId, decision })
  }
  await moveSchedule(ctx.db, schedule, nextTime(schedule, ctx.now))
}

/**
 * Sends the reports that are due, five schedules per run. Asks for another run, or returns undefined when there are no
 * more. A schedule that was due several times while the portal was down is sent once, for its latest time.
 *
 * A delivery has a unique key of schedule, period and receiver in the commit of its mail, so overlapping runs and
 * retries send one mail.
 */
export async function sendDueReports(ctx: Ctx<null>): Promise<JobContinuation | undefined> {
  const due = await listDue(ctx.db, ctx.now, schedulesPerRun)
  for (const schedule of due) await sendSchedule(ctx, schedule)
  return due.length === schedulesPerRun ? { rest: {} } : undefined
}
