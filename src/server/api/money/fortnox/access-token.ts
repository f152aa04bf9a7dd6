import type { Visitor } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { getNewestPrefix } from '#platform/seal.ts'
import {
  type ConnectionRow,
  claimRefresh,
  findConnection,
  isUnrevoked,
  markRevoked,
  openAccessToken,
  openRefreshToken,
  releaseRefresh,
  replacePair,
  sealPair,
} from './connection-storage.ts'
import { FortnoxError } from './fortnox-error.ts'
import { refreshTokens, revokeGrant, type TokenPair } from './oauth.ts'
import { type FortnoxSettings, renewDaysBefore } from './rules.ts'

/** An access token with the version of its pair, by which the next one is asked for when Fortnox refuses it. */
export interface AccessToken {
  token: string
  version: number
  companyKey: string
  expiresAt: Date
}

/** Time for which a token must still be valid to be used. */
const marginMs = 60_000

/** Whether an access token that expires at a moment is still valid for a minute. */
export const isFreshUntil = (expiresAt: Date): boolean => expiresAt.getTime() - marginMs > Date.now()

const pauseMs = 200
/** Longest wait for another worker's refresh. */
const maxWaitMs = 35_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The connection as it is on the primary: another worker may just have replaced the tokens. */
async function getConnection(ctx: Visitor): Promise<ConnectionRow> {
  const row = await findConnection(ctx.db.onPrimary())
  if (!row || row.revokedAt !== null) throw new FortnoxError('revoked', 'there is no valid connection')
  return row
}

/**
 * Marks the connection to Fortnox as revoked, with an audit entry, in a commit of its own. Does nothing when it is
 * revoked already, or its tokens have been replaced since `version`.
 */
export async function revoke(ctx: Visitor, version: number): Promise<void> {
  await ctx.db.commit([
    recordAuditWhen(ctx, isUnrevoked(version), 'fortnox.revoked', { type: 'fortnox', id: 1 }),
    markRevoked(ctx.db, version, new Date()),
  ])
}

/** Ends the grant of tokens that no connection will use; a connection of the same company keeps it, as it is theirs. */
async function dropPair(ctx: Visitor, settings: FortnoxSettings, companyKey: string, pair: TokenPair): Promise<void> {
  const row = await findConnection(ctx.db.onPrimary())
  if (row?.companyKey === companyKey) return
  await revokeGrant(settings, pair.refreshToken).catch((error: unknown) =>
    ctx.log.warn('fortnox.revoke', { reason: String(error) }),
  )
}

/** Returns the error of a refresh as that of a call: without a token nothing is sent, whatever the reason. */
function toTokenError(error: unknown): unknown {
  const isCalled = error instanceof FortnoxError && error.kind !== 'revoked'
  return isCalled ? new FortnoxError('tokenless', error.message) : error
}

/**
 * Replaces the tokens of a connection, for which the caller holds the lease. Marks the connection as revoked when
 * Fortnox refuses the refresh token, and not when no secret opens it or Fortnox refuses the app. The last is stored, so
 * that the page can say it.
 */
async function refresh(ctx: Visitor, settings: FortnoxSettings, row: ConnectionRow): Promise<void> {
  const refreshToken = openRefreshToken(ctx, row)
  try {
    if (refreshToken === null) throw new FortnoxError('unavailable', 'no secret opens the refresh token')
    const pair = await refreshTokens(settings, refreshToken)
    const isStored = await replacePair(ctx.db, row.version, sealPair(ctx, pair))
    if (!isStored) await dropPair(ctx, settings, row.companyKey, pair)
  } catch (error) {
    ctx.log.warn('fortnox.refresh', { reason: error instanceof Error ? error.message : 'unknown' })
    const kind = error instanceof FortnoxError ? error.kind : null
    if (kind === 'revoked') await revoke(ctx, row.version)
    else await ctx.db.commit([releaseRefresh(ctx.db, row.version, kind === 'rejected' ? new Date() : null)])
    throw toTokenError(error)
  }
}

/**
 * Returns a valid access token, refreshed when it expires within a minute or Fortnox has refused the one of
 * `refusedVersion`. One worker refreshes at a time, under a lease in the database; others wait for its result, at most
 * 35 seconds, so that no refresh token is used twice.
 *
 * @throws FortnoxError 'revoked' without a valid connection, or when Fortnox refuses the refresh token: the connection
 * is then marked as revoked, with an audit entry.
 * @throws FortnoxError 'tokenless' when there is no token at the moment: Fortnox does not answer or refuses the app,
 * no SESSION_SECRET opens the token, or the wait is over.
 */
export async function getAccessToken(
  ctx: Visitor,
  settings: FortnoxSettings,
  refusedVersion: number | null = null,
): Promise<AccessToken> {
  const until = Date.now() + maxWaitMs
  while (Date.now() < until) {
    const row = await getConnection(ctx)
    const token = openAccessToken(ctx, row)
    const { version, companyKey, accessExpiresAt: expiresAt } = row
    const isValid = isFreshUntil(expiresAt) && version !== refusedVersion
    if (isValid && token !== null) return { token, version, companyKey, expiresAt }
    if (await claimRefresh(ctx.db, row.version, new Date())) await refresh(ctx, settings, row)
    else await pause(pauseMs)
  }
  throw new FortnoxError('tokenless', 'another worker did not finish the refresh')
}

const msPerDay = 86_400_000

/**
 * Replaces the tokens of the connection when the refresh token expires within 31 days, or an earlier SESSION_SECRET
 * has sealed one of them. Does nothing without a valid connection, or while another worker refreshes. Repeatable.
 *
 * @throws FortnoxError as `getAccessToken`; a refused refresh token marks the connection as revoked.
 */
export async function renewConnection(ctx: Visitor, settings: FortnoxSettings): Promise<void> {
  const row = await findConnection(ctx.db)
  if (!row || row.revokedAt !== null) return
  const isOld = row.refreshExpiresAt.getTime() - renewDaysBefore * msPerDay < Date.now()
  const prefix = getNewestPrefix(ctx.env.SESSION_SECRET)
  const isSealedAnew = row.sealedRefreshToken.startsWith(prefix) && row.sealedAccessToken.startsWith(prefix)
  if ((isOld || !isSealedAnew) && (await claimRefresh(ctx.db, row.version, new Date())))
    await refresh(ctx, settings, row)
}
