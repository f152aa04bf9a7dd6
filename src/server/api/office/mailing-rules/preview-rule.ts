import type { Ctx } from '#api/context.ts'
import { loadRecipients } from '#api/office/mailings/recipients.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import type { RulePreview, Schedule } from './contract.ts'
import { countRuleMails, countUnwritten, listRuleMails } from './rule-mails-storage.ts'
import { findNextRun, findPreviewWindow, findRunWindow } from './rules.ts'
import { toValues } from './values.ts'

const maxNames = 20

/**
 * Counts the mails that a mailing rule would have written in the last 30 days, and the new ones of its next run.
 * `nextUnreached` counts those of them that reach nobody. Writes no mail. Names the first recipients, with the values
 * of the placeholders for the first of them. At most 20 recipients are named, and reads of protected identities among
 * them are recorded. Access is not checked here. `ruleId` is null for a rule that is not saved yet; `values` is null
 * without a recipient.
 */
export async function previewRule(
  ctx: Ctx,
  { ruleId, ...schedule }: Schedule & { ruleId: number | null },
): Promise<RulePreview> {
  const month = findPreviewWindow(schedule, ctx.now)
  const nextRun = findNextRun(schedule.trigger, ctx.now)
  const [total, next, mails] = await Promise.all([
    countRuleMails(ctx.db, schedule, month),
    countUnwritten(
      { db: ctx.db, now: nextRun },
      { ...schedule, id: ruleId },
      findRunWindow(schedule, ctx.now, nextRun),
    ),
    listRuleMails(ctx.db, schedule, month, maxNames),
  ])
  const userIds = [...new Set(mails.map(({ userId }) => userId))]
  const [people] = await Promise.all([loadRecipients(ctx, userIds), recordReadsOfListById(ctx, userIds)])
  const recipients = new Map(people.map((one) => [one.userId, one]))
  const [first] = mails
  const reader = first && recipients.get(first.userId)
  return {
    total,
    next: next.total,
    nextUnreached: next.unreached,
    first: userIds.flatMap((userId) => {
      const one = recipients.get(userId)
      return one ? [{ userId, name: one.name, hasAddress: Boolean(one.email) }] : []
    }),
    values: reader ? toValues(first, reader, reader.language ?? ctx.language) : null,
  }
}
