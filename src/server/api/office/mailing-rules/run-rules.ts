import type { Ctx, Visitor } from '#api/context.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import type { JobContinuation } from '#api/foundation/jobs/run.ts'
import { loadSender } from '#api/foundation/mails/sender.ts'
import { loadRecipients, type Recipient } from '#api/office/mailings/recipients.ts'
import { fillTexts } from '#api/office/mailings/rules.ts'
import { writeRecipientMails } from '#api/office/mailings/write-recipient-mails.ts'
import { toPortalDay } from '#api/zone.ts'
import { ConstraintError } from '#platform/database.ts'
import { listUnwritten, type RuleMail } from './rule-mails-storage.ts'
import { findMorning, findRunWindow } from './rules.ts'
import { hasSignUps, insertRuleMail, listActiveRules, type StoredRule } from './storage.ts'
import { toValues } from './values.ts'

/** Mails per run of all rules together: with two guardians each, a run stays far below a thousand statements. */
const mailsPerRun = 40

const isWritten = (error: unknown): boolean =>
  error instanceof ConstraintError && error.text.startsWith('UNIQUE constraint failed: mailing_rule_mails.')

const isAboutRecipient = ({ audience }: StoredRule): boolean => audience === 'participants' || audience === 'holders'

interface RuleRun {
  rule: StoredRule
  sender: string
}

/**
 * Writes one mail in its own commit: the primary key refuses it when another worker has written it. A person who cannot
 * be reached is recorded without a mail, and not tried again. Guardians get only what is about their own child.
 */
async function writeOne(ctx: Ctx<null>, { rule, sender }: RuleRun, mail: RuleMail, recipient: Recipient) {
  const wording = { subject: rule.subject, text: rule.body }
  const { objectKey, userId } = mail
  // Each object is an event of its own: the same words about another occasion are another mail.
  const event = { ...ctx, requestId: `${ctx.requestId} ${rule.id} ${objectKey}` }
  const { mails, outcome } = writeRecipientMails(
    event,
    isAboutRecipient(rule) ? recipient : { ...recipient, child: null },
    {
      sender,
      isOptional: false,
      fill: (language) => fillTexts(wording, toValues(mail, recipient, language)),
    },
  )
  const messageId = 'messageId' in outcome ? outcome.messageId : null
  try {
    await ctx.db.commit([insertRuleMail(ctx, { ruleId: rule.id, objectKey, userId, messageId }), ...mails])
  } catch (error) {
    if (!isWritten(error)) throw error
  }
}

/**
 * Writes the next mails of a rule within the budget of the run, and takes them from it. One that fails stops the rule.
 */
async function runRule(ctx: Ctx<null>, run: RuleRun, budget: { left: number }): Promise<void> {
  const { rule } = run
  const window = findRunWindow(rule, rule.activeSince ?? ctx.now, ctx.now)
  const due = await listUnwritten(ctx, rule, window, budget.left)
  const people = await loadRecipients(ctx, [...new Set(due.map(({ userId }) => userId))])
  const recipients = new Map(people.map((one) => [one.userId, one]))
  for (const mail of due) {
    const recipient = recipients.get(mail.userId)
    if (recipient) await writeOne(ctx, run, mail, recipient)
    budget.left -= 1
  }
}

/**
 * Runs the chosen rules by id until they have written 40 mails. Returns true when none is left. A rule that fails stops
 * no other one; its error is thrown when the others have nothing left.
 */
async function runAll(ctx: Ctx<null>, isChosen: (rule: StoredRule) => boolean): Promise<boolean> {
  const [rules, { fromName }] = await Promise.all([listActiveRules(ctx.db), loadSender(ctx)])
  const errors: unknown[] = []
  const budget = { left: mailsPerRun }
  for (const rule of rules.filter(isChosen)) {
    try {
      await runRule(ctx, { rule, sender: fromName }, budget)
    } catch (error) {
      ctx.log.error('mailingRules.failed', error, { ruleId: rule.id })
      errors.push(error)
    }
    if (budget.left <= 0) return false
  }
  if (errors.length > 0) throw errors[0]
  return true
}

/**
 * Writes the mails of all mailing rules that are on, each mail once, 40 in a run and not before 07:00 in Sweden.
 * Returns the payload of another run, or undefined when none is left. `isMorning` is set in runs after the wait for
 * that time. A rule that fails stops no other one; its error is thrown in the end.
 */
export async function runDaily(
  ctx: Ctx<null>,
  { isMorning = false }: { isMorning?: boolean },
): Promise<JobContinuation | undefined> {
  const morning = findMorning(toPortalDay(ctx.now))
  if (!isMorning && ctx.now < morning) return { rest: { isMorning: true }, runAt: morning }
  return (await runAll(ctx, () => true)) ? undefined : { rest: { isMorning: true } }
}

/**
 * Writes the mails of the mailing rules about sign-ups that are on, each mail once, 40 in a run, at any hour. Asks for
 * another run, or returns undefined when none is left. A rule that fails stops no other one; its error is thrown in the
 * end.
 */
export const runSignUps = async (ctx: Ctx<null>): Promise<JobContinuation | undefined> =>
  (await runAll(ctx, ({ trigger }) => trigger === 'signUpMade')) ? undefined : { rest: {} }

const minuteMs = 60_000

/** Queues the job that mails about sign-ups, when there are some of the last two minutes. Called each minute. */
export const queueSignUpMails = (ctx: Visitor): Promise<void> =>
  queueJobWhen(ctx, hasSignUps(new Date(ctx.now.getTime() - 2 * minuteMs), ctx.now), {
    kind: 'mailingRules.signUps',
    key: 'mailingRules.signUps',
  })
