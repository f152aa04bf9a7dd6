import type { Ctx } from '#api/context.ts'
import { daysBetween } from '#api/days.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Statement } from '#platform/database.ts'
import { ConstraintError } from '#platform/database.ts'
import { calculateStage, findDueReminder } from './cycles/rules.ts'
import { issueEarnedLicenses } from './held/issue-license.ts'
import { describeRenewalStep, type HeldLicense } from './held/renewal-step.ts'
import { listDueCycles, listEducationIdsOfPart, updateStages } from './held/storage.ts'
import { withdrawLicenses } from './held/withdraw-licenses.ts'
import { notifyHolder } from './notify-holder.ts'
import { insertReminders, listEndingCycles, listUserIdsToEvaluate } from './reminders.ts'

const isOn = async (ctx: Ctx<null>) => {
  const features = (await findConfiguration(ctx.db))?.features ?? []
  return features.includes('License') || features.includes('UserLicense')
}

/** Issues the licences that a person has earned. */
async function evaluate(ctx: Ctx<null>, { userId }: { userId: number }): Promise<undefined> {
  if (await isOn(ctx)) await issueEarnedLicenses(ctx, userId)
}

interface ReopenedResult {
  userId: number
  /** The reopened education; alternatively `educationPartId`, whose educations were reopened. */
  educationId?: number
  educationPartId?: number
}

/** Withdraws the licences that a person earned by reopened educations. */
async function reassess(ctx: Ctx<null>, { userId, educationId, educationPartId }: ReopenedResult): Promise<undefined> {
  if (!(await isOn(ctx))) return
  const educationIds = educationId ? [educationId] : await listEducationIdsOfPart(ctx.db, educationPartId ?? 0)
  await withdrawLicenses(ctx, userId, educationIds)
}

const cyclesPerRun = 200

/** Updates the stages that change today, with an audit entry for each. Returns true when none is left. */
async function moveDue(ctx: Ctx<null>, today: string): Promise<boolean> {
  const due = await listDueCycles(ctx.db, today, cyclesPerRun)
  if (due.length === 0) return true
  const moved = due.filter((row) => calculateStage(row, today) !== row.stage)
  await ctx.db.commit([
    updateStages(ctx.db, due, today),
    ...moved.map((row) =>
      recordAudit(
        ctx,
        'license.stage',
        { type: 'user', id: row.userId },
        { userLicenseId: row.id, before: { stage: row.stage }, after: { stage: calculateStage(row, today) } },
      ),
    ),
  ])
  return due.length < cyclesPerRun
}

type EndingCycle = Awaited<ReturnType<typeof listEndingCycles>>[number]

/**
 * Returns the sentence of a renewal's next step, or none when it cannot be computed: the reminder is sent in any case.
 */
async function describeStepOrNothing(ctx: Ctx<null>, license: HeldLicense): Promise<string> {
  try {
    return await describeRenewalStep(ctx, license)
  } catch (error) {
    ctx.log.error('licenses.step', error)
    return ''
  }
}

async function reminder(ctx: Ctx<null>, cycle: EndingCycle, today: string): Promise<Statement[]> {
  const { id, licenseId, validToOn, title, ...holder } = cycle
  const due = findDueReminder(daysBetween(today, validToOn))
  if (due === null) return []
  const { userId, language } = holder
  const step = await describeStepOrNothing(ctx, { userId, licenseId, language: language ?? ctx.language })
  return [
    insertReminders(ctx, id, due),
    ...notifyHolder(ctx, 'licenseExpiring', holder, {
      title,
      lastDay: validToOn,
      values: { until: validToOn, nextStep: step && `\n\n${step}` },
    }),
  ]
}

/**
 * Sends reminders in a commit each: the primary key refuses one that another worker has sent. Returns true when none is
 * left.
 */
async function remind(ctx: Ctx<null>, today: string): Promise<boolean> {
  const cycles = await listEndingCycles(ctx.db, today, 50)
  for (const cycle of cycles) {
    try {
      await ctx.db.commit(await reminder(ctx, cycle, today))
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
    }
  }
  return cycles.length < 50
}

interface Progress {
  phase?: 'stages' | 'reminders' | 'renewals'
  after?: number
}

async function renew(ctx: Ctx<null>, today: string, after: number): Promise<JobContinuation | undefined> {
  const people = await listUserIdsToEvaluate(ctx.db, { today, after, limit: 40 })
  for (const userId of people) await issueEarnedLicenses(ctx, userId)
  const last = people.at(-1)
  return last === undefined ? undefined : { rest: { phase: 'renewals', after: last } }
}

/** Runs the daily work in phases of several runs: stages, renewals (also for new ages), reminders. Idempotent. */
async function daily(ctx: Ctx<null>, { phase = 'stages', after = 0 }: Progress): Promise<JobContinuation | undefined> {
  if (!(await isOn(ctx))) return
  const today = toPortalDay(ctx.now)
  if (phase === 'stages') return { rest: { phase: (await moveDue(ctx, today)) ? 'renewals' : 'stages' } }
  if (phase === 'renewals') return (await renew(ctx, today, after)) ?? { rest: { phase: 'reminders' } }
  return (await remind(ctx, today)) ? undefined : { rest: { phase: 'reminders' } }
}

export const jobs: Record<string, JobHandler> = {
  'licenses.daily': daily,
  'licenses.evaluate': evaluate,
  'licenses.reassess': reassess,
}
