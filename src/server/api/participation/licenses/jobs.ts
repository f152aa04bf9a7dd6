import type { Ctx } from '#api/context.ts'
import { daysBetween } from '#api/days.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { dayIn } from '#api/zone.ts'
import type { Statement } from '#platform/database.ts'
import { Constraint } from '#platform/database.ts'
import { announceLicense } from './announce-license.ts'
import { reminderFor, stageOn } from './cycles/rules.ts'
import { issueEarned } from './held/issue-license.ts'
import { listDue, listEducationsOf, moveStages } from './held/storage.ts'
import { withdrawLicenses } from './held/withdraw-licenses.ts'
import { insertReminders, listEnding, listRenewing } from './reminders.ts'

const isOn = async (ctx: Ctx<null>) => {
  const features = (await findConfiguration(ctx.db))?.features ?? []
  return features.includes('License') || features.includes('UserLicense')
}

/** Gives a person the licences that what has just happened has earned. */
async function evaluate(ctx: Ctx<null>, { userId }: { userId: number }): Promise<undefined> {
  if (await isOn(ctx)) await issueEarned(ctx, userId)
}

interface Reopened {
  userId: number
  /** An education, or the part by which educations were completed. */
  educationId?: number
  educationPartId?: number
}

/** Takes from a person the licences that stood on what is open again. */
async function reassess(ctx: Ctx<null>, { userId, educationId, educationPartId }: Reopened): Promise<undefined> {
  if (!(await isOn(ctx))) return
  const educationIds = educationId ? [educationId] : await listEducationsOf(ctx.db, educationPartId ?? 0)
  await withdrawLicenses(ctx, userId, educationIds)
}

const together = 200

/** Cycles whose day has come are moved; each move stands in the log. Run again there is none left. */
async function moveDue(ctx: Ctx<null>, today: string): Promise<boolean> {
  const due = await listDue(ctx.db, today, together)
  if (due.length === 0) return true
  const moved = due.filter((row) => stageOn(row, today) !== row.stage)
  await ctx.db.commit([
    moveStages(ctx.db, due, today),
    ...moved.map((row) =>
      recordAudit(
        ctx,
        'license.stage',
        { type: 'user', id: row.userId },
        { userLicenseId: row.id, before: { stage: row.stage }, after: { stage: stageOn(row, today) } },
      ),
    ),
  ])
  return due.length < together
}

type Ending = Awaited<ReturnType<typeof listEnding>>[number]

function reminder(ctx: Ctx<null>, { id, validToOn, title, ...holder }: Ending, today: string): Statement[] {
  const due = reminderFor(daysBetween(today, validToOn))
  if (due === null) return []
  return [
    insertReminders(ctx, id, due),
    ...announceLicense(ctx, 'licenseExpiring', holder, { title, values: { until: validToOn } }),
  ]
}

/** Each in a commit of its own: one that another runner has sent already is refused whole. */
async function remind(ctx: Ctx<null>, today: string): Promise<boolean> {
  const ending = await listEnding(ctx.db, today, 50)
  for (const one of ending) {
    try {
      await ctx.db.commit(reminder(ctx, one, today))
    } catch (error) {
      if (!(error instanceof Constraint)) throw error
    }
  }
  return ending.length < 50
}

interface Progress {
  phase?: 'stages' | 'reminders' | 'renewals'
  after?: number
}

async function renew(ctx: Ctx<null>, today: string, after: number): Promise<Rest | undefined> {
  const people = await listRenewing(ctx.db, { today, after, limit: 40 })
  for (const userId of people) await issueEarned(ctx, userId)
  const last = people.at(-1)
  return last === undefined ? undefined : { rest: { phase: 'renewals', after: last } }
}

/** The day's work: stages, reminders, renewals and what a birthday opens. Harmless to repeat, and split where it is much. */
async function daily(ctx: Ctx<null>, { phase = 'stages', after = 0 }: Progress): Promise<Rest | undefined> {
  if (!(await isOn(ctx))) return
  const today = dayIn(ctx.now)
  if (phase === 'stages') return { rest: { phase: (await moveDue(ctx, today)) ? 'renewals' : 'stages' } }
  if (phase === 'renewals') return (await renew(ctx, today, after)) ?? { rest: { phase: 'reminders' } }
  return (await remind(ctx, today)) ? undefined : { rest: { phase: 'reminders' } }
}

export const jobs: Record<string, JobHandler> = {
  'licenses.daily': daily,
  'licenses.evaluate': evaluate,
  'licenses.reassess': reassess,
}
