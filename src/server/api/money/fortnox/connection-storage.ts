import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { countChangedRows, type Database, type Statement } from '#platform/database.ts'
import { seal, unseal } from '#platform/seal.ts'
import type { TokenPair } from './oauth.ts'
import { fortnoxConnections } from './table.ts'

export type ConnectionRow = typeof fortnoxConnections.$inferSelect

/** Id of the one row: a new connection takes the place of the one before. */
const connectionId = 1

type Env = Pick<Visitor, 'env'>

const toSeal = ({ env }: Env, place: string) => ({ secret: env.SESSION_SECRET, purpose: 'fortnox token', place })

/** Encrypts the tokens of a pair as columns of the connection. */
export const sealPair = (ctx: Env, { accessToken, refreshToken, accessExpiresAt, refreshExpiresAt }: TokenPair) => ({
  sealedAccessToken: seal(toSeal(ctx, 'access'), accessToken),
  sealedRefreshToken: seal(toSeal(ctx, 'refresh'), refreshToken),
  accessExpiresAt,
  refreshExpiresAt,
})

/** Decrypts the access token; null when no listed SESSION_SECRET opens it. */
export const openAccessToken = (ctx: Env, row: ConnectionRow): string | null =>
  unseal(toSeal(ctx, 'access'), row.sealedAccessToken)

/** Decrypts the refresh token; null when no listed SESSION_SECRET opens it, or it was altered. Does not ask Fortnox. */
export const openRefreshToken = (ctx: Env, row: ConnectionRow): string | null =>
  unseal(toSeal(ctx, 'refresh'), row.sealedRefreshToken)

/** Returns the connection to Fortnox, also a revoked one; null when there is none. */
export async function findConnection(db: Database): Promise<ConnectionRow | null> {
  const [row] = await db.query.select().from(fortnoxConnections)
  return row ?? null
}

/** Returns the name of the person who connected Fortnox; null without a connection, or of an erased person. */
export async function findConnectorName(db: Database): Promise<string | null> {
  const [row] = await db.query
    .select({ name: nameOfPerson(sql`fortnox_connections.connected_by_user_id`).as('connected_by_name') })
    .from(fortnoxConnections)
  return row?.name ?? null
}

type NewConnection = Omit<ConnectionRow, 'id' | 'version' | 'refreshingUntil' | 'revokedAt' | 'clientRefusedAt'>

const toInstant = (ms: number) => new Date(ms).toISOString()

/** SQL condition: the connection is the one of a moment, in milliseconds; without a connection for 0. */
export const isSeenConnection = (seen: number): SQL =>
  seen === 0
    ? sql`not exists (select 1 from fortnox_connections)`
    : sql`exists (select 1 from fortnox_connections c where c.connected_at = ${toInstant(seen)})`

/**
 * Returns the statement that stores a new connection in place of the one of the moment `seen`, 0 for none, without its
 * revocation and lease; it stores nothing when there is another. Its first version is the time of connecting in
 * milliseconds, so that a refresh of an earlier connection never finds its version again.
 */
export function writeConnection(db: Database, connection: NewConnection, seen: number): Statement {
  const version = connection.connectedAt.getTime()
  const set = { ...connection, version, refreshingUntil: null, revokedAt: null, clientRefusedAt: null }
  if (seen !== 0)
    return db.query
      .update(fortnoxConnections)
      .set(set)
      .where(eq(fortnoxConnections.connectedAt, new Date(seen)))
  return db.query
    .insert(fortnoxConnections)
    .values({ ...set, id: connectionId })
    .onConflictDoNothing()
}

/** Returns the statement that removes the connection with its tokens. */
export const removeConnection = (db: Database): Statement => db.query.delete(fortnoxConnections)

/** Selects the connection while it has the pair of tokens of this version. */
const hasVersion = (version: number) => eq(fortnoxConnections.version, version)

const leaseMs = 30_000

/**
 * Claims the refresh of the tokens of a version for 30 seconds from `now`. False when another worker has it, the
 * tokens have been replaced, or the connection is revoked or gone.
 */
export async function claimRefresh(db: Database, version: number, now: Date): Promise<boolean> {
  const isFree = or(isNull(fortnoxConnections.refreshingUntil), lt(fortnoxConnections.refreshingUntil, now))
  const result = await db.query
    .update(fortnoxConnections)
    .set({ refreshingUntil: new Date(now.getTime() + leaseMs) })
    .where(and(hasVersion(version), isNull(fortnoxConnections.revokedAt), isFree))
    .run()
  return countChangedRows(result) > 0
}

type SealedPair = ReturnType<typeof sealPair>

/**
 * Replaces the tokens of `version` by a new pair, under the next version, and ends the lease. Returns false, and
 * changes nothing, when the connection was removed or its tokens were replaced since.
 */
export async function replacePair(db: Database, version: number, pair: SealedPair): Promise<boolean> {
  const result = await db.query
    .update(fortnoxConnections)
    .set({ ...pair, version: version + 1, refreshingUntil: null, clientRefusedAt: null })
    .where(hasVersion(version))
    .run()
  return countChangedRows(result) > 0
}

/**
 * Returns the statement that ends the lease of a failed refresh, so that the next worker tries at once.
 * `clientRefusedAt` is when Fortnox refused the app, null when it failed otherwise, and then an earlier moment stays.
 */
export const releaseRefresh = (db: Database, version: number, clientRefusedAt: Date | null): Statement =>
  db.query
    .update(fortnoxConnections)
    .set({ refreshingUntil: null, ...(clientRefusedAt && { clientRefusedAt }) })
    .where(hasVersion(version))

/** SQL condition: the connection with this version has not been marked as revoked. */
export const isUnrevoked = (version: number) => sql`exists (
  select 1 from fortnox_connections c where c.version = ${version} and c.revoked_at is null)`

/** Returns the statement that marks the connection as refused by Fortnox; nothing when its tokens were replaced. */
export const markRevoked = (db: Database, version: number, now: Date): Statement =>
  db.query
    .update(fortnoxConnections)
    .set({ revokedAt: now, refreshingUntil: null })
    .where(and(hasVersion(version), isNull(fortnoxConnections.revokedAt)))
