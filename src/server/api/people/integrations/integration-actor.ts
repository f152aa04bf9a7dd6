import type { Actor } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import { sha256 } from '#platform/digest.ts'
import { parseCredentials } from './rules.ts'
import { type AccountRow, findAccountBySecret, markAccountUsed } from './storage.ts'

/** Converts an account to an actor. Its id is negative, so that no condition on a user id ever matches it. */
const toActor = ({ id, name, roles, resources, organizationIds }: AccountRow): Actor => ({
  id: -id,
  name,
  pictureUrl: null,
  roles: {},
  integration: { accountId: id, permissions: roles, resources, organizationIds },
  isExternal: true,
  organizations: {},
  passwordExpiryDate: null,
  language: null,
  sessionId: 0,
})

/**
 * Finds the integration account that makes a call, by the secret in the `authorization` header, as the actor of the
 * call; null for any other caller and for an account that is inactive or has expired. Reads the primary database each
 * time, so that deactivation takes effect at once.
 */
export async function findIntegrationActor(authorization: string | null, ctx: Visitor): Promise<Actor | null> {
  const credentials = parseCredentials(authorization)
  if (!credentials) return null
  const account = await findAccountBySecret(ctx.db.onPrimary(), await sha256(credentials.secret), toPortalDay(ctx.now))
  const isMatch = account && (credentials.accountId === null || credentials.accountId === account.id)
  return isMatch ? toActor(account) : null
}

/**
 * Records a call of an integration account in the audit log and as the account's last use, in a commit of its own.
 * Calls that are refused afterwards are recorded too. Does nothing for other callers.
 */
export async function recordIntegrationCall(ctx: Visitor, call: string, path: string): Promise<void> {
  const id = ctx.actor?.integration?.accountId
  if (!id) return
  await ctx.db.commit([
    markAccountUsed(ctx.db, id, ctx.now),
    recordAudit(ctx, 'integration.called', { type: 'integrationAccount', id }, { call, path }),
  ])
}
