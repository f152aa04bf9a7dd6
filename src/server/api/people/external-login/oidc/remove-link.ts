import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { ConstraintError } from '#platform/database.ts'
import { writeGroupRoles } from './group-roles.ts'
import { listAccounts, removeLink } from './storage.ts'

/**
 * Disconnects the caller from the OpenID provider, takes back the roles that its groups gave, and records that. The
 * last superadministrator keeps the role. Does nothing without a link.
 */
export async function removeOwnLink(ctx: Ctx, keepsSuperadministrator = false): Promise<void> {
  const [account] = await listAccounts(ctx.db, { userId: ctx.actor.id })
  if (!account || account.subject === null) return
  const { statements } = writeGroupRoles(ctx, account, { mapped: [], keepsSuperadministrator })
  try {
    await ctx.db.commit([
      ...statements,
      removeLink(ctx.db, account.id),
      recordAudit(ctx, 'openIdConnect.forgotten', { type: 'user', id: account.id }),
    ])
  } catch (error) {
    const isLast = error instanceof ConstraintError && error.text === 'last_superadministrator'
    if (!isLast || keepsSuperadministrator) throw error
    await removeOwnLink(ctx, true)
  }
}
