import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { Refused } from '#api/refusals.ts'
import type { MailingRule, RuleFields } from './contract.ts'
import { mailingRuleSnapshot } from './snapshot.ts'
import { changeRule, findRule, insertRule, removeRule } from './storage.ts'

const thing = { type: 'mailingRule', of: mailingRuleSnapshot } as const

/**
 * Finds a rule.
 *
 * @throws Refused('not_found') when there is none.
 */
async function getRule({ db }: Ctx, id: number): Promise<MailingRule> {
  const rule = await findRule(db, id)
  if (!rule) throw new Refused('not_found')
  return rule
}

/**
 * Creates a mailing rule with an audit entry, and returns it. A rule that is on writes about what happens from now on.
 * Access is not checked here.
 *
 * @throws Refused('not_found') when the rule was removed at once.
 */
export async function createRule(ctx: Ctx, fields: RuleFields): Promise<MailingRule> {
  const [[row]] = await ctx.db.commit([
    insertRule(ctx, fields),
    auditCreation(ctx, { ...thing, action: 'mailingRule.created' }),
  ] as const)
  if (!row) throw new Error('the rule was not inserted')
  return getRule(ctx, row.id)
}

/**
 * Changes a mailing rule with an audit entry, and returns it. Mails that it has written stay. The commit fails as
 * `changed_meanwhile` when `lastChange` is missing or not the stored version. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such rule.
 */
export async function editRule(
  ctx: Ctx,
  id: number,
  { lastChange, ...fields }: RuleFields & { lastChange?: Date | null | undefined },
): Promise<MailingRule> {
  await getRule(ctx, id)
  const target = { type: thing.type, id }
  const audit = auditEdit(ctx, { action: 'mailingRule.changed', target, of: mailingRuleSnapshot(id) })
  await ctx.db.commit([audit.before, changeRule(ctx, id, fields, lastChange), ...audit.after])
  return getRule(ctx, id)
}

/** Removes a mailing rule with an audit entry; does nothing for an unknown id. Access is not checked here. */
export async function deleteRule(ctx: Ctx, id: number): Promise<undefined> {
  await ctx.db.commit([auditRemoval(ctx, { ...thing, action: 'mailingRule.removed' }, id), removeRule(ctx.db, id)])
}
