import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { type AlertRule, isCalm, listBrokenRules, parseReceivers } from './rules.ts'
import {
  type AlertRow,
  clearAlert,
  listOpenAlerts,
  openAlert,
  prolongAlert,
  readFacts,
  removeOldAlerts,
} from './storage.ts'

function mailsAbout(ctx: Ctx<null>, name: 'alertOpened' | 'alertCleared', rule: AlertRule, language: Language) {
  const values = {
    problem: translator(language, 'operations')(`rule.${rule}`),
    link: `${ctx.env.PORTAL_ORIGIN}/operations`,
  }
  return parseReceivers(ctx.env.ALERT_MAIL).flatMap((recipient) =>
    writeMail(ctx, { recipient, userId: null, language, name, values }),
  )
}

/** Whether the database refused because another run of the clock has opened, prolonged or cleared the incident. */
const isHandled = (error: unknown) =>
  error instanceof ConstraintError && (error.text === 'changed_meanwhile' || error.text.includes('alerts.rule'))

/** Commits a change of an incident, unless another run has made it. Returns the ids of the jobs that it queued. */
async function commitOnce(ctx: Ctx<null>, write: (own: Ctx<null>) => Statement[]): Promise<string[]> {
  const own: Ctx<null> = { ...ctx, queuedJobs: [] }
  try {
    await ctx.db.commit(write(own))
    return own.queuedJobs
  } catch (error) {
    if (!isHandled(error)) throw error
    ctx.log.info('alert.handled')
    return []
  }
}

const open = (ctx: Ctx<null>, rule: AlertRule, language: Language) =>
  commitOnce(ctx, (own) => [
    openAlert(own.db, rule, own.now),
    recordAudit(own, 'alert.opened', { type: 'alert', id: rule }),
    ...mailsAbout(own, 'alertOpened', rule, language),
  ])

const clear = (ctx: Ctx<null>, alert: AlertRow, language: Language) =>
  commitOnce(ctx, (own) => [
    clearAlert(own.db, alert, own.now),
    recordAudit(own, 'alert.cleared', { type: 'alert', id: alert.rule }),
    ...mailsAbout(own, 'alertCleared', alert.rule, language),
  ])

/**
 * Opens an incident for each rule of alerts that is broken, and clears those whose rule has held for ten minutes. Both
 * write an audit entry, and clearing removes incidents of more than thirty days ago. A rule that breaks now and then
 * is thus one incident. Each run of the scheduled worker calls it.
 *
 * Writes one mail to each receiver of `ALERT_MAIL` when an incident begins and one when it ends, and returns the ids
 * of the jobs that send them. Webhooks learn of both by the audit log.
 */
export async function watchOperations(ctx: Ctx<null>): Promise<string[]> {
  const [facts, known, configuration] = await Promise.all([
    readFacts(ctx),
    listOpenAlerts(ctx.db),
    findConfiguration(ctx.db),
  ])
  // The first run of all: there is no earlier one that could be late.
  const broken = listBrokenRules({ ...facts, lastClockRun: facts.lastClockRun ?? ctx.now }, ctx.now)
  const language = configuration?.locale === 'en' ? 'en' : 'sv'
  const begun = broken.filter((rule) => !known.some((alert) => alert.rule === rule))
  const continued = known.filter(({ rule }) => broken.includes(rule))
  const over = known.filter(({ rule, changedAt }) => !broken.includes(rule) && isCalm(changedAt, ctx.now))
  const mails: string[] = []
  for (const rule of begun) mails.push(...(await open(ctx, rule, language)))
  for (const alert of continued) await commitOnce(ctx, ({ db, now }) => [prolongAlert(db, alert, now)])
  for (const alert of over) mails.push(...(await clear(ctx, alert, language)))
  if (over.length > 0) await ctx.db.commit([removeOldAlerts(ctx.db, ctx.now)])
  return mails
}
