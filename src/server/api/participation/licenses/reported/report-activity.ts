import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { findDefinition } from '../storage.ts'
import type { OutsideActivity, ReportedActivity } from './contract.ts'
import { outsideActivitySnapshot } from './snapshot.ts'
import {
  decideReport,
  findActivity,
  findReport,
  insertActivity,
  insertReport,
  mustActOnBehalfOf,
  updateActivity,
} from './storage.ts'

interface ActivityInput {
  licenseId: number
  category: number
  name: string
  most: number
  active: boolean
}

function invalid(ctx: Ctx, field: string, reason: string): Refused {
  return new Refused('invalid_input', {
    fields: { [field]: translator(ctx.language, 'refusals')(`invalid.${reason}`) },
  })
}

async function rowOf(ctx: Ctx, { most, ...input }: ActivityInput) {
  const definition = await findDefinition(ctx.db, input.licenseId)
  if (!definition) throw new Refused('not_found')
  if (!definition.rule.categories[input.category]) throw invalid(ctx, 'category', 'license.category')
  return { ...input, mostHundredths: Math.round(most * 100), changedAt: ctx.now }
}

async function getActivity(ctx: Ctx, id: number): Promise<OutsideActivity> {
  const activity = await findActivity(ctx.db, id)
  if (!activity) throw new Refused('not_found')
  return activity
}

/**
 * Creates an activity outside the portal that gives credits for a licence, with an audit entry, and returns it. Who may
 * create one is for the caller to check.
 *
 * @throws Refused('invalid_input') at the category when the licence does not have it.
 * @throws Refused('not_found') when the licence does not exist, or the activity disappeared after the commit.
 */
export async function createActivity(ctx: Ctx, input: ActivityInput): Promise<OutsideActivity> {
  const [[inserted]] = await ctx.db.commit([
    insertActivity(ctx.db, await rowOf(ctx, input)),
    auditCreation(ctx, { action: 'outsideActivity.created', type: 'outsideActivity', of: outsideActivitySnapshot }),
  ] as const)
  if (!inserted) throw new Error('the activity was not inserted')
  return getActivity(ctx, inserted.id)
}

/**
 * Changes an activity outside the portal that gives credits for a licence, with an audit entry, and returns it. Reports
 * of it keep their amounts. There is no version: the last write wins. Who may change it is for the caller to check.
 *
 * @throws Refused('not_found') when there is no such activity or licence.
 * @throws Refused('invalid_input') at the category when the licence does not have it.
 */
export async function changeActivity(
  ctx: Ctx,
  { id, ...input }: ActivityInput & { id: number },
): Promise<OutsideActivity> {
  await getActivity(ctx, id)
  const target = { type: 'outsideActivity', id } as const
  const audit = auditEdit(ctx, { action: 'outsideActivity.changed', target, of: outsideActivitySnapshot(id) })
  await ctx.db.commit([audit.before, updateActivity(ctx.db, id, await rowOf(ctx, input)), ...audit.after])
  return getActivity(ctx, id)
}

async function getReport(ctx: Ctx, id: number): Promise<ReportedActivity> {
  const report = await findReport(ctx.db, id)
  if (!report) throw new Refused('not_found')
  return report
}

interface ActivityReport {
  outsideActivityId: number
  doneOn: string
  amount: number
  note?: string | null | undefined
}

/**
 * Reports that a person has done an activity outside the portal, with an audit entry, and returns the report; its
 * credits count when the office has approved it. `doneOn` is a Swedish day. The commit fails as `activity_reported` for
 * the same activity and day, unless that report was refused.
 *
 * @throws Refused('not_found') when the person does not exist, or the activity is not active.
 * @throws Refused('not_allowed') unless the caller is the person, a guardian or a superadministrator.
 * @throws Refused('invalid_input') at a day in the future, or an amount above the activity's highest.
 */
export async function reportActivity(ctx: Ctx, userId: number, input: ActivityReport): Promise<ReportedActivity> {
  await requireFullAccess(ctx, userId)
  await mustActOnBehalfOf(ctx, userId)
  const activity = await getActivity(ctx, input.outsideActivityId)
  if (!activity.active) throw new Refused('not_found')
  if (input.doneOn > toPortalDay(ctx.now)) throw invalid(ctx, 'doneOn', 'completed_in_future')
  if (input.amount > activity.most) throw invalid(ctx, 'amount', 'license.most')
  const { outsideActivityId, doneOn, amount } = input
  const row = { userId, outsideActivityId, doneOn, amountHundredths: Math.round(amount * 100), createdAt: ctx.now }
  const [[inserted]] = await ctx.db.commit([
    insertReport(ctx.db, { ...row, note: input.note || null }),
    recordAudit(ctx, 'activity.reported', { type: 'user', id: userId }, { ...input }),
  ] as const)
  if (!inserted) throw new Error('the report was not inserted')
  return getReport(ctx, inserted.id)
}

const isWaiting = (id: number) => sql`exists (select 1 from reported_activities where id = ${id} and state = 0)`

/**
 * Approves or refuses a person's report of an outside activity, with an audit entry, and queues the evaluation of the
 * person's licences. Returns the report. Notifies nobody. Who may decide is for the caller to check.
 *
 * @throws Refused('not_found') when there is no such report.
 * @throws Refused('invalid_input') when a refusal has no reason.
 * @throws Refused('report_decided') when the report was decided before.
 */
export async function decideActivity(ctx: Ctx, id: number, decision: { approved: boolean; reason: string | null }) {
  const { approved, reason } = decision
  const report = await getReport(ctx, id)
  if (!approved && !reason) throw invalid(ctx, 'reason', 'license.reason')
  const action = approved ? 'activity.approved' : 'activity.refused'
  const [, [decidedReport]] = await ctx.db.commit([
    recordAuditWhen(ctx, isWaiting(id), action, { type: 'user', id: report.userId }, { reportId: id, reason }),
    decideReport(ctx.db, { id, state: approved ? 1 : 2, reason, by: ctx.actor.id, now: ctx.now }),
    queueJob(ctx, 'licenses.evaluate', { userId: report.userId }),
  ] as const)
  if (!decidedReport) throw new Refused('report_decided')
  return getReport(ctx, id)
}
