import type { Ctx, Visitor } from '#api/context.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import type { JobContinuation } from '#api/foundation/jobs/run.ts'
import { loadSender } from '#api/foundation/mails/sender.ts'
import { fillTexts, loadRecipients, type Recipient } from '#api/office/mailings/recipients.ts'
import { writeRecipientMails } from '#api/office/mailings/write-recipient-mails.ts'
import { startOfDay, toPortalDay } from '#api/zone.ts'
import { ConstraintError } from '#platform/database.ts'
import { listUnwritten, type RuleMail } from './rule-mails-storage.ts'
import { findRunWindow } from './rules.ts'
import { hasSignUps, insertRuleMail, listActiveRules, type StoredRule } from './storage.ts'
import { toValues } from './values.ts'

/** Mails per run: with two guardians each, a run stays far below a thousand statements. */
const mailsPerRun = 40

/** Daily rules write from 07:00. */
const sevenHours = 7 * 3_600_000

interface RuleRun {
  rule: StoredRule
  sender: string
}

/**
 * Writes one mail in its own commit: the primary key refuses it when another worker has written it. A person who cannot
 * be reached is recorded without a mail, and not tried again.
 */
async function writeOne(ctx: Ctx<null>, { rule, sender }: RuleRun, mail: RuleMail, recipient: Recipient) {
  const wording = { subject: rule.subject, text: rule.body }
  const { mails, outcome } = writeRecipientMails(ctx, recipient, {
    sender,
    isOptional: false,
    fill: (language) => fillTexts(wording, toValues(mail, recipient, language)),
  })
  const messageId = 'messageId' in outcome ? outcome.messageId : null
  const { objectKey, userId } = mail
  try {
    await ctx.db.commit([insertRuleMail(ctx, { ruleId: rule.id, objectKey, userId, messageId }), ...mails])
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
  }
}

/** Writes the next mails of a rule. Returns true when none is left. */
async function runRule(ctx: Ctx<null>, run: RuleRun): Promise<boolean> {
  const { rule } = run
  const window = findRunWindow(rule, rule.activeSince ?? ctx.now, ctx.now)
  const due = await listUnwritten(ctx.db, rule, window, mailsPerRun)
  const people = await loadRecipients(ctx, [...new Set(due.map(({ userId }) => userId))])
  const recipients = new Map(people.map((one) => [one.userId, one]))
  for (const mail of due) {
    const recipient = recipients.get(mail.userId)
    if (recipient) await writeOne(ctx, run, mail, recipient)
  }
  return due.length < mailsPerRun
}

async function runAll(ctx: Ctx<null>, isChosen: (rule: StoredRule) => boolean): Promise<boolean> {
  const [rules, { fromName }] = await Promise.all([listActiveRules(ctx.db), loadSender(ctx)])
  for (const rule of rules.filter(isChosen)) if (!(await runRule(ctx, { rule, sender: fromName }))) return false
  return true
}

/**
 * Writes the mails of all rules that are on, once each, 40 at a time and not at night. Asks for another run, or returns
 * undefined when none is left.
 */
export async function runDaily(
  ctx: Ctx<null>,
  { isMorning = false }: { isMorning?: boolean },
): Promise<JobContinuation | undefined> {
  const morning = new Date(startOfDay(toPortalDay(ctx.now)).getTime() + sevenHours)
  if (!isMorning && ctx.now < morning) return { rest: { isMorning: true }, runAt: morning }
  return (await runAll(ctx, () => true)) ? undefined : { rest: { isMorning: true } }
}

/** Writes the mails about sign-ups, 40 at a time. Asks for another run, or returns undefined when none is left. */
export const runSignUps = async (ctx: Ctx<null>): Promise<JobContinuation | undefined> =>
  (await runAll(ctx, ({ trigger }) => trigger === 'signUpMade')) ? undefined : { rest: {} }

const minuteMs = 60_000

/** Queues the job that mails about sign-ups, when there are some of the last two minutes. Called each minute. */
export const queueSignUpMails = (ctx: Visitor): Promise<void> =>
  queueJobWhen(ctx, hasSignUps(new Date(ctx.now.getTime() - 2 * minuteMs), ctx.now), {
    kind: 'mailingRules.signUps',
    key: 'mailingRules.signUps',
  })
