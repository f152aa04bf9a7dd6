import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { daysBetween } from '#api/days.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { findDueReminder } from '#api/participation/licenses/cycles/rules.ts'
import { stepSentence } from '#api/participation/next-steps/step-sentence.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { toPortalDay } from '#api/zone.ts'
import { momentText } from '#locales/moments.ts'
import { ConstraintError } from '#platform/database.ts'
import { issueCertificates, listUnissued, listUnsealed, storeSeal } from './issue-storage.ts'
import { type DueRenewal, insertReminder, listDueRenewals } from './renewals/storage.ts'
import { computeSeal } from './seal.ts'

const resultsPerRun = 200
const sealsPerRun = 50
const remindersPerRun = 40

/** Issues certificates of old completions. Returns the id to continue after; null when none is left. */
async function issue(ctx: Ctx<null>, after: number): Promise<number | null> {
  const ids = await listUnissued(ctx.db, after, resultsPerRun)
  if (ids.length > 0) await ctx.db.commit([issueCertificates(ctx.db, ids, ctx.now)])
  return ids.length < resultsPerRun ? null : (ids.at(-1) ?? null)
}

/** Computes seals. Returns true when none is left. */
async function seal(ctx: Ctx<null>): Promise<boolean> {
  const rows = await listUnsealed(ctx.db, sealsPerRun)
  const seals = await Promise.all(rows.map(computeSeal))
  if (rows.length > 0) await ctx.db.commit(rows.map((row, at) => storeSeal(ctx.db, row, seals[at] ?? '')))
  return rows.length < sealsPerRun
}

/**
 * Returns the values of the mail's variant: `dated` with the occasion to choose, or else `step` with the sentence of
 * the next step. Empty when there is no step.
 */
function renewalValues(step: DueRenewal['step'], language: Language): Record<string, string> {
  const { kind, date } = step
  if (kind === 'choose' && date)
    return { context: 'dated', when: `${momentText(date.startDate, 'day', language)}, ${date.city}` }
  const sentence = stepSentence(step, language)
  return sentence ? { context: 'step', step: sentence } : {}
}

/** Sends one reminder in its own commit; the primary key refuses the commit when another worker has sent it. */
async function remindOf(ctx: Ctx<null>, renewal: DueRenewal): Promise<void> {
  const due = findDueReminder(daysBetween(toPortalDay(ctx.now), renewal.validTo))
  if (due === null) return
  const language = renewal.language ?? ctx.language
  const until = momentText(new Date(renewal.validTo), 'day', language)
  const content = {
    facts: { titles: [renewal.title] },
    path: `/education/${renewal.educationId}`,
    values: { until, ...renewalValues(renewal.step, language) },
  }
  try {
    await ctx.db.commit([
      insertReminder(ctx.db, renewal, due, ctx.now),
      ...writeNotification(ctx, 'educationExpiring', renewal, content),
    ])
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
  }
}

/** Sends reminders of educations that expire. Returns true when none is left. */
async function remind(ctx: Ctx<null>): Promise<boolean> {
  const renewals = await listDueRenewals(ctx, remindersPerRun)
  for (const renewal of renewals) await remindOf(ctx, renewal)
  return renewals.length < remindersPerRun
}

interface Progress {
  phase?: 'issue' | 'seal' | 'remind'
  after?: number
}

/** Runs the daily work in phases of several runs: old certificates, seals, reminders. Idempotent. */
async function daily(ctx: Ctx<null>, { phase = 'issue', after = 0 }: Progress): Promise<JobContinuation | undefined> {
  if (phase === 'issue') {
    const last = await issue(ctx, after)
    return { rest: last === null ? { phase: 'seal' } : { phase: 'issue', after: last } }
  }
  if (phase === 'seal') return { rest: { phase: (await seal(ctx)) ? 'remind' : 'seal' } }
  return (await remind(ctx)) ? undefined : { rest: { phase: 'remind' } }
}

export const jobs: Record<string, JobHandler> = {
  'certificates.daily': daily,
}
