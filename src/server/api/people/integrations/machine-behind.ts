import type { Actor } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { sha256 } from '#platform/digest.ts'
import { credentialsIn } from './rules.ts'
import { type AccountRow, findBySecret, markUsed } from './storage.ts'

/** No person has an id below 1: whatever asks whether a machine is somebody is answered no. */
const actorFrom = ({ id, name, roles }: AccountRow): Actor => ({
  id: -id,
  name,
  pictureUrl: null,
  roles: {},
  integration: { accountId: id, permissions: roles },
  isExternal: true,
  organizations: {},
  passwordExpiryDate: null,
  language: null,
  sessionId: 0,
})

/** The machine that makes a call; asked on the primary every time, so that a shut account is shut at once. */
export async function machineBehind(authorization: string | null, ctx: Visitor): Promise<Actor | null> {
  const credentials = credentialsIn(authorization)
  if (!credentials) return null
  const account = await findBySecret(ctx.db.onPrimary(), await sha256(credentials.secret))
  const isIt = account && (credentials.accountId === null || credentials.accountId === account.id)
  return isIt ? actorFrom(account) : null
}

/** Every call of a machine is on record, also one that is then refused. */
export async function recordMachineCall(ctx: Visitor, call: string, path: string): Promise<void> {
  const id = ctx.actor?.integration?.accountId
  if (!id) return
  await ctx.db.commit([
    markUsed(ctx.db, id, ctx.now),
    recordAudit(ctx, 'integration.called', { type: 'integrationAccount', id }, { call, path }),
  ])
}
