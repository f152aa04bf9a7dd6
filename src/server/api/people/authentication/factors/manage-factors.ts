import { isAdministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { mayManageAccount } from '#api/people/users/access.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { hasRecentlyAuthenticated, requireRecentAuthentication } from '../passwords/recent-authentication.ts'
import { removeSessionsOfUser } from '../storage.ts'
import type { RecoveryCodes, SecondFactors } from './contract.ts'
import { notifyFactorChange } from './notify.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactor } from './rules.ts'
import { passkeySnapshot } from './snapshot.ts'
import {
  hasAnyFactor,
  hasSecondFactor,
  readFactors,
  removeAllFactors,
  removeApp,
  removeOrphanedCodes,
  removePasskey,
  renamePasskey,
} from './storage.ts'

/**
 * Lists the caller's second factors, the number of recovery codes left, and whether a change needs the password. It
 * does when the last authentication is more than five minutes ago. Secrets are left out.
 */
export async function listFactors(ctx: Ctx): Promise<SecondFactors> {
  const [{ keys, app, codesLeft }, isFresh] = await Promise.all([
    readFactors(ctx.db, ctx.actor.id),
    hasRecentlyAuthenticated(ctx),
  ])
  return {
    passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created: createdAt,
      lastUsed: lastUsedAt,
    })),
    app: app && { created: app.createdAt },
    recoveryCodesLeft: codesLeft,
    needsPassword: !isFresh,
  }
}

async function mustHavePasskey(ctx: Ctx, id: number) {
  const { keys } = await readFactors(ctx.db, ctx.actor.id)
  const passkey = keys.find((passkey) => passkey.id === id)
  if (!passkey) throw new Refused('not_found')
  return passkey
}

/**
 * Renames one of the caller's passkeys, with an audit entry. Needs no password and notifies nobody.
 *
 * @throws Refused('not_found') when it is not the caller's.
 */
export async function renameOwnPasskey(ctx: Ctx, id: number, name: string): Promise<void> {
  await mustHavePasskey(ctx, id)
  const target = { type: 'user', id: ctx.actor.id } as const
  const audit = auditEdit(ctx, { action: 'passkey.renamed', target, of: passkeySnapshot(id) })
  await ctx.db.commit([audit.before, renamePasskey(ctx.db, ctx.actor.id, id, name), ...audit.after])
}

async function commitRemoval(
  ctx: Ctx,
  factor: SecondFactor,
  action: AuditAction,
  write: Statement[],
  data = {},
): Promise<void> {
  const { id } = ctx.actor
  await ctx.db.commit([
    ...write,
    removeOrphanedCodes(ctx.db, id),
    recordAudit(ctx, action, { type: 'user', id }, data),
    ...(await notifyFactorChange(ctx, id, 'secondFactorRemoved', { context: factor })),
  ])
}

/**
 * Removes one of the caller's passkeys, with an audit entry, and notifies the caller by notice and mail. With the last
 * factor the recovery codes go too. A `password` may be absent within five minutes of an authentication.
 *
 * @throws Refused('not_found') when it is not the caller's.
 * @throws Refused('wrong_password') when the password is required and missing or wrong.
 * @throws Refused('too_many_requests') after too many wrong passwords.
 * @throws Refused('session_expired') when the caller no longer exists.
 */
export async function removeOwnPasskey(ctx: Ctx, id: number, password: string | undefined): Promise<void> {
  const { name } = await mustHavePasskey(ctx, id)
  const forgiven = await requireRecentAuthentication(ctx, password)
  const write = [...forgiven, removePasskey(ctx.db, ctx.actor.id, id)]
  await commitRemoval(ctx, 'passkey', 'passkey.removed', write, { name })
}

/**
 * Removes the caller's authenticator app, with an audit entry, and notifies the caller by notice and mail. With the
 * last factor the recovery codes go too. A `password` may be absent within five minutes of an authentication.
 *
 * @throws Refused('not_found') without an app.
 * @throws Refused('wrong_password') when the password is required and missing or wrong.
 * @throws Refused('too_many_requests') after too many wrong passwords.
 * @throws Refused('session_expired') when the caller no longer exists.
 */
export async function removeOwnApp(ctx: Ctx, password: string | undefined): Promise<void> {
  const { app } = await readFactors(ctx.db, ctx.actor.id)
  if (!app) throw new Refused('not_found')
  const forgiven = await requireRecentAuthentication(ctx, password)
  await commitRemoval(ctx, 'app', 'authenticatorApp.removed', [...forgiven, removeApp(ctx.db, ctx.actor.id)])
}

/**
 * Replaces the caller's recovery codes by ten new ones, with an audit entry, and notifies the caller by notice and
 * mail. Returns the codes, which are stored as hashes only. A `password` may be absent within five minutes of an
 * authentication.
 *
 * @throws Refused('not_found') when the caller has no second factor.
 * @throws Refused('wrong_password') when the password is required and missing or wrong.
 * @throws Refused('too_many_requests') after too many wrong passwords.
 * @throws Refused('session_expired') when the caller no longer exists.
 */
export async function renewRecoveryCodes(ctx: Ctx, password: string | undefined): Promise<RecoveryCodes> {
  const { id } = ctx.actor
  if (!hasAnyFactor(await readFactors(ctx.db, id))) throw new Refused('not_found')
  const forgiven = await requireRecentAuthentication(ctx, password)
  const { codes, write } = await createRecoveryCodes(ctx, id)
  await ctx.db.commit([
    ...forgiven,
    ...write,
    recordAudit(ctx, 'recoveryCodes.renewed', { type: 'user', id }),
    ...(await notifyFactorChange(ctx, id, 'recoveryCodesRenewed')),
  ])
  return { recoveryCodes: codes }
}

/**
 * Checks that the caller is another person's administrator.
 * @throws Refused('not_allowed') unless the caller may edit the person, or for the own account.
 */
async function mustAdminister(ctx: Ctx, userId: number): Promise<void> {
  const person = await getUser(ctx, userId)
  const may = isAdministrator(ctx.actor) && mayManageAccount(ctx.actor, person)
  if (!may || userId === ctx.actor.id) throw new Refused('not_allowed')
}

/**
 * Returns to an administrator of a person whether the person has a second factor, a passkey or an authenticator app, as
 * `hasFactors`.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') unless the caller may edit the person, and for the own account.
 */
export async function getFactorStatus(ctx: Ctx, userId: number): Promise<{ hasFactors: boolean }> {
  await mustAdminister(ctx, userId)
  return { hasFactors: await hasSecondFactor(ctx.db, userId) }
}

/**
 * Removes all second factors and recovery codes of a person who has lost them, and ends the person's sessions. Writes
 * an audit entry, and notifies the person by notice and mail. Does nothing when there are none.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') unless the caller may edit the person, and for the own account.
 */
export async function removeFactorsOfUser(ctx: Ctx, userId: number): Promise<void> {
  await mustAdminister(ctx, userId)
  if (!(await hasSecondFactor(ctx.db, userId))) return
  await ctx.db.commit([
    ...removeAllFactors(ctx.db, userId),
    removeSessionsOfUser(ctx, userId),
    recordAudit(ctx, 'secondFactors.removed', { type: 'user', id: userId }),
    ...(await notifyFactorChange(ctx, userId, 'secondFactorsRemoved', { author: ctx.actor.name })),
  ])
}
