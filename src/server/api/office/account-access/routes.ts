import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { parseDevice } from '#api/people/authentication/device.ts'
import { listFactors } from '#api/people/authentication/factors/manage-factors.ts'
import { removeOwnSession, removeSessionsOfUser } from '#api/people/authentication/storage.ts'
import { readOidcSettings } from '#api/people/external-login/oidc/rules.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { changePassword } from './change-password.ts'
import { type AccountAccess, accountAccess } from './contract.ts'
import { hasSession, loadAccountAccess } from './storage.ts'

async function listAccess(ctx: Ctx): Promise<AccountAccess> {
  const [{ liveSessions, isConnected, linkedIssuer, addresses }, { passkeys, app }] = await Promise.all([
    loadAccountAccess(ctx),
    listFactors(ctx),
  ])
  const provider = readOidcSettings(ctx.env)
  return {
    sessions: liveSessions.map(({ id, userAgent, openedBy, createdAt, lastUsedAt }) => ({
      id,
      openedBy,
      signedIn: createdAt,
      lastUsed: lastUsedAt,
      current: id === ctx.actor.sessionId,
      ...parseDevice(userAgent),
    })),
    connections: [
      ...(isConnected ? [{ kind: 'electronicIdentification' as const }] : []),
      ...(linkedIssuer !== null ? [{ kind: 'openIdConnect' as const }] : []),
    ],
    // A link to an earlier provider opens nothing.
    providerToConnect: provider && provider.issuer !== linkedIssuer ? provider.label : null,
    passkeys,
    app,
    calendarAddresses: addresses.map(({ createdAt, ...address }) => ({ ...address, created: createdAt })),
  }
}

async function endSession(ctx: Ctx, id: number): Promise<void> {
  if (!(await hasSession(ctx, id))) throw new Refused('not_found')
  if (id === ctx.actor.sessionId) ctx.pageSession.newState = 'ended'
  await ctx.db.commit([
    removeOwnSession(ctx, id),
    recordAudit(ctx, 'session.endedByOwner', { type: 'user', id: ctx.actor.id }, { id }),
  ])
}

async function endOtherSessions(ctx: Ctx): Promise<void> {
  await ctx.db.commit([
    removeSessionsOfUser(ctx, ctx.actor.id, ctx.actor.sessionId),
    recordAudit(ctx, 'session.endedByOwner', { type: 'user', id: ctx.actor.id }),
  ])
}

export const routes = serve(accountAccess, {
  'GET /Authentication/access': (_input, ctx) => listAccess(ctx),
  'DELETE /Authentication/sessions': (_input, ctx) => endOtherSessions(ctx),
  'DELETE /Authentication/sessions/:id': ({ params }, ctx) => endSession(ctx, params.id),
  'POST /Authentication/ChangePassword': ({ body }, ctx) => changePassword(ctx, body),
})
