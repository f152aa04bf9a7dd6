import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { hasOnlyPlaceholders, placeholders } from '#api/office/mailings/rules.ts'
import { id, instant, line, noContent, version } from '#api/wire.ts'
import { hasDays, listAudiences, listRulePlaceholders, maxDays, minDays, ruleAudiences, ruleTriggers } from './rules.ts'

const schedule = {
  trigger: z.enum(ruleTriggers),
  /** Days before or after the day of the trigger; 0 for a sign-up, and at least 1 after an occasion. */
  days: z.int().min(0).max(maxDays),
  audience: z.enum(ruleAudiences),
  /** Only occasions of this education; null: all. */
  educationId: id.nullable(),
}
const Schedule = z.object(schedule)
export type Schedule = z.infer<typeof Schedule>

const fields = {
  ...schedule,
  name: line.min(1).max(100),
  subject: line.min(1).max(200),
  text: z.string().trim().min(1).max(10_000),
  active: z.boolean(),
}
const Fields = z.object(fields)
export type RuleFields = z.infer<typeof Fields>

/** Refuses an audience or days that the trigger does not have, by field. */
function checkSchedule({ value, issues }: z.core.ParsePayload<Schedule>): void {
  const refuse = (field: keyof Schedule) =>
    issues.push({ code: 'custom', input: value[field], path: [field], params: { reason: `mailing_rule_${field}` } })
  if (!listAudiences(value.trigger).includes(value.audience)) refuse('audience')
  if (value.days < minDays(value.trigger) || (!hasDays(value.trigger) && value.days !== 0)) refuse('days')
  if (value.trigger === 'beforeLicenseEnd' && value.educationId !== null) refuse('educationId')
}

/** Refuses placeholders that have no value at the trigger, by field. */
function checkTexts({ value, issues }: z.core.ParsePayload<RuleFields>): void {
  for (const field of ['subject', 'text'] as const)
    if (!hasOnlyPlaceholders(value[field], listRulePlaceholders(value.trigger)))
      issues.push({ code: 'custom', input: value[field], path: [field], params: { reason: 'mailing_placeholder' } })
}

export const MailingRule = z.object({
  ...fields,
  id,
  /** Number of people whom it has mailed, each once for each occasion, sign-up or licence. */
  mails: z.int(),
  lastMail: instant.nullable(),
  lastChange: instant,
})
export type MailingRule = z.infer<typeof MailingRule>

const RulePreview = z.object({
  /** Mails that would have been written in the last 30 days, had the rule been on. */
  total: z.int(),
  /** Mails that the next run would write, were the rule turned on now; without those that it has written before. */
  next: z.int(),
  /** Number of mails in `next` that reach nobody. */
  nextUnreached: z.int(),
  /** The first recipients of the 30 days, each once, in the order of the events. */
  first: z.array(z.object({ userId: id, name: z.string(), hasAddress: z.boolean() })),
  /** Values of the placeholders for the first recipient; null without recipients. */
  values: z.partialRecord(z.enum(placeholders), z.string()).nullable(),
})
export type RulePreview = z.infer<typeof RulePreview>

export const mailingRuleCalls = contract({
  'GET /MailingRules': {
    who: 'superadministrators',
    cache: 'never',
    reply: z.array(MailingRule),
    summary: 'Lists the rules by which the portal writes mails, by name.',
  },
  'POST /MailingRules': {
    who: 'superadministrators',
    body: Fields.check(checkSchedule, checkTexts),
    reply: MailingRule,
    repeatable: true,
    summary: 'Creates a rule. A rule that is on writes about what happens from now on.',
  },
  'PUT /MailingRules/:id': {
    who: 'superadministrators',
    body: Fields.extend({ lastChange: version }).check(checkSchedule, checkTexts),
    reply: MailingRule,
    summary:
      'Changes a rule, or turns it on or off. With another schedule it begins at once, and writes nothing about the past.',
  },
  'DELETE /MailingRules/:id': {
    who: 'superadministrators',
    reply: noContent,
    summary: 'Removes a rule; its mails stay in the outbox. Repeating it changes nothing.',
  },
  'POST /MailingRules/preview': {
    who: 'superadministrators',
    cache: 'never',
    body: z
      .object({
        ...schedule,
        /** The rule that has the schedule, whose mails are not counted again; null for a new one. */
        ruleId: id.nullable().default(null),
      })
      .check(checkSchedule),
    reply: RulePreview,
    summary:
      'Counts the mails that a rule would have written in the last 30 days, and names the first recipients. Sends nothing.',
  },
})
