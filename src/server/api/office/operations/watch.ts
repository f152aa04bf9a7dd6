import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError } from '#platform/database.ts'
import { type AlertRule, listBrokenRules, parseReceivers } from './rules.ts'
import { type AlertRow, clearAlert, listOpenAlerts, openAlert, readFacts, removeOldAlerts } from './storage.ts'

function mailsAbout(ctx: Ctx<null>, name: 'alertOpened' | 'alertCleared', rule: AlertRule, language: Language) {
  const values = {
    problem: translator(language, 'operations')(`rule.${rule}`),
    link: `${ctx.env.PORTAL_ORIGIN}/operations`,
  }
  return parseReceivers(ctx.env.ALERT_MAIL).flatMap((recipient) =>
    writeMail(ctx, { recipient, userId: null, language, name, values }),
  )
}

/** Commits an incident's beginning or end with its mails, unless another run of the clock has done so. */
async function commitOnce(ctx: Ctx<null>, statements: Parameters<Ctx['db']['commit']>[0]): Promise<void> {
  try {
    await ctx.db.commit(statements)
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
    ctx.log.info('alert.handled', { constraint: error.text })
  }
}

const open = (ctx: Ctx<null>, rule: AlertRule, language: Language) =>
  commitOnce(ctx, [
    openAlert(ctx.db, rule, ctx.now),
    recordAudit(ctx, 'alert.opened', { type: 'alert', id: rule }),
    ...mailsAbout(ctx, 'alertOpened', rule, language),
  ])

const clear = (ctx: Ctx<null>, alert: AlertRow, language: Language) =>
  commitOnce(ctx, [
    clearAlert(ctx.db, alert, ctx.now),
    recordAudit(ctx, 'alert.cleared', { type: 'alert', id: alert.rule }),
    ...mailsAbout(ctx, 'alertCleared', alert.rule, language),
  ])

/**
 * Opens an incident for each rule that has been broken and clears those that are over; called by each run of the clock.
 * Writes one mail to each receiver of `ALERT_MAIL` when an incident begins and one when it ends. Webhooks learn of both
 * by the audit log. The ids of the jobs that send the mails are in `ctx.queuedJobs`.
 */
export async function watchOperations(ctx: Ctx<null>): Promise<void> {
  const [facts, known, configuration] = await Promise.all([
    readFacts(ctx),
    listOpenAlerts(ctx.db),
    findConfiguration(ctx.db),
  ])
  // The first run of all: there is no earlier one that could be late.
  const broken = listBrokenRules({ ...facts, lastClockRun: facts.lastClockRun ?? ctx.now }, ctx.now)
  const language = configuration?.locale === 'en' ? 'en' : 'sv'
  const begun = broken.filter((rule) => !known.some((alert) => alert.rule === rule))
  const over = known.filter(({ rule }) => !broken.includes(rule))
  for (const rule of begun) await open(ctx, rule, language)
  for (const alert of over) await clear(ctx, alert, language)
  if (over.length > 0) await ctx.db.commit([removeOldAlerts(ctx.db, ctx.now)])
}
