import type { Ctx } from '#api/context.ts'
import { fillTexts, loadRecipients, type Wording } from '#api/office/mailings/recipients.ts'
import { recordProtectedReadsById } from '#api/people/reach/reads/record-reads.ts'
import type { RulePreview, Schedule } from './contract.ts'
import { countRuleMails, listRuleMails } from './rule-mails-storage.ts'
import { findPreviewWindow, findRunWindow } from './rules.ts'
import { toValues } from './values.ts'

const maxNames = 20

/**
 * Counts the mails that a rule would have written in the last 30 days and would write at its next run. Names the first
 * recipients, and fills the texts for the first of them. The caller may write to everybody.
 */
export async function previewRule(ctx: Ctx, { subject, text, ...schedule }: Schedule & Wording): Promise<RulePreview> {
  const month = findPreviewWindow(schedule, ctx.now)
  const [total, next, mails] = await Promise.all([
    countRuleMails(ctx.db, schedule, month),
    countRuleMails(ctx.db, schedule, findRunWindow(schedule, ctx.now, ctx.now)),
    listRuleMails(ctx.db, schedule, month, maxNames),
  ])
  const userIds = [...new Set(mails.map(({ userId }) => userId))]
  const [people] = await Promise.all([loadRecipients(ctx, userIds), recordProtectedReadsById(ctx, userIds)])
  const recipients = new Map(people.map((one) => [one.userId, one]))
  const [first] = mails
  const reader = first && recipients.get(first.userId)
  return {
    total,
    next,
    first: userIds.flatMap((userId) => {
      const one = recipients.get(userId)
      return one ? [{ userId, name: one.name, hasAddress: Boolean(one.email) }] : []
    }),
    mail: reader ? fillTexts({ subject, text }, toValues(first, reader, reader.language ?? ctx.language)) : null,
  }
}
