import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { formatViewHref } from '#api/office/saved-views/rules.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { listUsersById } from '#api/people/user-management/lists/storage.ts'
import { Refused } from '#api/refusals.ts'
import { canOpenReport } from './access.ts'
import type { NewReportSchedule, ReportSchedule } from './contract.ts'
import { listAdministered } from './receivers.ts'
import { boardReportPath, nextTime, type ScheduledReport } from './rules.ts'
import {
  findSchedule,
  hasReceivers,
  hasSchedule,
  insertSchedule,
  isLastReceiver,
  isManageable,
  isReceivedSchedule,
  leaveReceivers,
  listOpenViews,
  pauseSchedules,
  removeSchedules,
  resumeSchedules,
  type ScheduledView,
} from './storage.ts'

const auditType = 'reportSchedule'

async function findView({ db, actor }: Ctx, savedViewId: number): Promise<ScheduledView> {
  const view = (await listOpenViews(db, actor)).find(({ id }) => id === savedViewId)
  if (!view) throw new Refused('not_found')
  return view
}

/**
 * Requires that each receiver is the caller or somebody whom the caller looks after, with an active account that may
 * open the report. An e-mail address is no receiver: personal data goes to people with a role only.
 *
 * @throws Refused('report_receiver') with the ids of the others, and the names that the caller may see.
 */
async function requireReceivers(
  ctx: Ctx,
  userIds: readonly number[],
  report: ScheduledReport,
  view: ScheduledView | null,
): Promise<void> {
  const { db, actor } = ctx
  const known = await listAdministered(db, actor, userIds)
  const people = await Promise.all(userIds.map((id) => (known.has(id) ? findActor(ctx, id) : null)))
  const others = userIds.filter((_, at) => {
    const person = people[at]
    return !person || !canOpenReport(person, report, view?.list ?? null)
  })
  if (others.length === 0) return
  const seen = (await listUsersById(db, others, toSight(actor))).filter(({ isVisible }) => isVisible)
  const names = seen.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')
  throw new Refused('report_receiver', { details: { userIds: others, names: names || '–' } })
}

/**
 * Schedules a view, or the board report, as a recurring report for its receivers, with an audit entry, and returns the
 * schedule. Nothing is sent before its first time. The log has neither the name nor the filter of the view, which may
 * name people.
 *
 * @throws Refused('not_found') for a saved view that the caller does not see. A `savedViewId` of null means the board
 * report.
 * @throws Refused('not_allowed') for a report that the caller may not open.
 * @throws Refused('report_receiver') for a receiver whom the caller does not administer, or who may not open the
 * report; with their ids and names.
 * @throws Refused('report_view_private') for a private view with other receivers than the caller.
 * @throws Refused('report_schedules_enough') when the caller has twenty schedules, by a trigger.
 */
export async function createSchedule(ctx: Ctx, input: NewReportSchedule): Promise<ReportSchedule> {
  const { db, actor, now } = ctx
  const { savedViewId, times } = input
  const receiverIds = [...new Set(input.receiverIds)]
  const report = savedViewId === null ? 'board' : 'view'
  const view = savedViewId === null ? null : await findView(ctx, savedViewId)
  if (!canOpenReport(actor, report, view?.list ?? null)) throw new Refused('not_allowed')
  if (view && !view.isShared && receiverIds.some((one) => one !== actor.id)) throw new Refused('report_view_private')
  await requireReceivers(ctx, receiverIds, report, view)
  const id = ctx.newId()
  const schedule = { id, userId: actor.id, report, savedViewId, pausedAt: null, createdAt: now } as const
  const { rhythm, day, hour } = times
  const nextDueAt = nextTime(times, now)
  await db.commit([
    ...insertSchedule(db, { ...schedule, rhythm, day, hour, nextDueAt }, receiverIds),
    recordAudit(
      ctx,
      'reportSchedule.created',
      { type: auditType, id },
      {
        address: view ? formatViewHref(view.list, '') : boardReportPath,
        rhythm,
        day,
        hour,
        receivers: receiverIds.length,
      },
    ),
  ])
  const created = await findSchedule(db, actor, id)
  if (!created) throw new Error('the schedule was not created')
  return created
}

const existsWhere = (condition: SQL): SQL => sql`exists (select 1 from report_schedules where ${condition})`

async function requireSchedule({ db, actor }: Ctx, id: string): Promise<ReportSchedule> {
  const schedule = await findSchedule(db, actor, id)
  if (!schedule) throw new Refused('not_found')
  return schedule
}

/**
 * Pauses a scheduled report, so that it is sent to nobody, with an audit entry; a paused one stays as it is. Owners and
 * superadministrators may change it.
 * @throws Refused('not_found') when the caller may not change the schedule.
 */
export async function pauseSchedule(ctx: Ctx, id: string): Promise<undefined> {
  await requireSchedule(ctx, id)
  const condition = isManageable(ctx.actor, id)
  await ctx.db.commit([
    recordAuditWhen(ctx, existsWhere(sql`${condition} and paused_at is null`), 'reportSchedule.paused', {
      type: auditType,
      id,
    }),
    pauseSchedules(ctx.db, condition, ctx.now),
  ])
}

/**
 * Resumes a paused schedule of a report with an audit entry, from its next time on: what was due during the pause is
 * not sent. One that is not paused stays as it is.
 * @throws Refused('not_found') when the caller may not change the schedule.
 * @throws Refused('report_without_receivers') when all its receivers have left.
 */
export async function resumeSchedule(ctx: Ctx, id: string): Promise<undefined> {
  const schedule = await requireSchedule(ctx, id)
  const condition = sql`${isManageable(ctx.actor, id)} and ${hasReceivers}`
  if (!(await hasSchedule(ctx.db, condition))) throw new Refused('report_without_receivers')
  await ctx.db.commit([
    recordAuditWhen(ctx, existsWhere(sql`${condition} and paused_at is not null`), 'reportSchedule.resumed', {
      type: auditType,
      id,
    }),
    resumeSchedules(ctx.db, condition, nextTime(schedule, ctx.now)),
  ])
}

/**
 * Removes the caller from the receivers of a scheduled report, with an audit entry; does nothing when the caller is
 * none of them. A schedule whose last receiver leaves is paused with an entry of its own, so that its owner sees that
 * it is sent to nobody.
 */
export async function leaveSchedule(ctx: Ctx, id: string): Promise<undefined> {
  const target = { type: auditType, id } as const
  const isLast = isLastReceiver(ctx.actor, id)
  await ctx.db.commit([
    recordAuditWhen(ctx, existsWhere(isReceivedSchedule(ctx.actor, id)), 'reportSchedule.left', target),
    recordAuditWhen(ctx, existsWhere(sql`${isLast} and paused_at is null`), 'reportSchedule.paused', target),
    pauseSchedules(ctx.db, isLast, ctx.now),
    leaveReceivers(ctx.db, ctx.actor, id),
  ])
}

/**
 * Removes a schedule of a report with its receivers and deliveries, with an audit entry, if the caller owns it or is a
 * superadministrator; does nothing for any other id.
 */
export async function removeSchedule(ctx: Ctx, id: string): Promise<undefined> {
  const condition = isManageable(ctx.actor, id)
  await ctx.db.commit([
    recordAuditWhen(ctx, existsWhere(condition), 'reportSchedule.removed', { type: auditType, id }),
    ...removeSchedules(ctx.db, condition),
  ])
}
