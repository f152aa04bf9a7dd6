import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { readPaymentDays } from '#api/money/invoices/rules.ts'
import { Refused } from '#api/refusals.ts'
import { randomToken } from '#platform/digest.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'
import { createClient } from './client.ts'
import {
  type ConnectionRow,
  findConnection,
  findConnectorName,
  isSeenConnection,
  openRefreshToken,
  removeConnection,
  sealPair,
  writeConnection,
} from './connection-storage.ts'
import type { FortnoxStatus } from './contract.ts'
import { FortnoxError } from './fortnox-error.ts'
import { exchangeCode, revokeGrant, type TokenPair, toGrantUrl } from './oauth.ts'
import { type ConnectionTrouble, type FortnoxSettings, minutesToGrant, readFortnoxSettings } from './rules.ts'
import { queueFortnox } from './send-waiting.ts'
import { Company, parseAnswer } from './wire.ts'

/** Path that Fortnox leads the browser back to, on the portal's own origin. */
const callbackPath = '/invoices/fortnox'

const target = { type: 'fortnox', id: 1 } as const

/**
 * Returns the settings of Fortnox.
 * @throws Refused('not_found') when the portal is no app of Fortnox.
 */
export function getFortnoxSettings({ env }: Pick<Ctx, 'env'>): FortnoxSettings {
  const settings = readFortnoxSettings(env)
  if (!settings) throw new Refused('not_found')
  return settings
}

const toRedirectUri = ({ env }: Pick<Ctx, 'env'>) => `${env.PORTAL_ORIGIN}${callbackPath}`

/** Moment of the connection that a new one is to replace, in milliseconds; 0 for none. */
type SeenConnection = number

const toSeen = (connection: { connectedAt: Date } | null): SeenConnection => connection?.connectedAt.getTime() ?? 0

const toSignedText = ({ actor }: Pick<Ctx, 'actor'>, nonce: string, until: string, seen: string) =>
  `fortnox ${actor.id} ${actor.sessionId} ${nonce} ${until} ${seen}`

/** Returns a state that only this session can bring back, within ten minutes; it names the connection to replace. */
function createState(ctx: Ctx, connection: SeenConnection): string {
  const [nonce, seen] = [randomToken(), String(connection)]
  const until = String(ctx.now.getTime() + minutesToGrant * 60_000)
  return [nonce, until, seen, signText(ctx.env.SESSION_SECRET, toSignedText(ctx, nonce, until, seen))].join('.')
}

/**
 * Returns which connection a state of this session replaces; null for one that is older than ten minutes or not its
 * own.
 */
function parseState(ctx: Ctx, state: string): SeenConnection | null {
  const [nonce = '', until = '', seen = '', signature = ''] = state.split('.')
  const isInTime = Number(until) > ctx.now.getTime()
  const isOwn = isInTime && isSigned(ctx.env.SESSION_SECRET, toSignedText(ctx, nonce, until, seen), signature)
  return isOwn ? Number(seen) : null
}

/**
 * Returns the URL at Fortnox where the caller grants the rights. Stores nothing: the state is signed. `seen` is the
 * moment of the connection that the caller has seen and replaces; null for none.
 *
 * @throws Refused('not_found') when the portal is no app of Fortnox.
 * @throws Refused('fortnox_changed') when there is another connection, or none any more.
 */
export async function startConnection(ctx: Ctx, seen: Date | null): Promise<string> {
  const settings = getFortnoxSettings(ctx)
  const connection = toSeen(await findConnection(ctx.db.onPrimary()))
  if (connection !== (seen?.getTime() ?? 0)) throw new Refused('fortnox_changed')
  return toGrantUrl(settings, toRedirectUri(ctx), createState(ctx, connection))
}

/** Reads which company the tokens are of. */
async function readCompany(settings: FortnoxSettings, { accessToken, accessExpiresAt }: TokenPair) {
  const token = { token: accessToken, version: 0, companyKey: '', expiresAt: accessExpiresAt }
  const client = createClient(
    settings,
    async () => token,
    async () => undefined,
  )
  const { CompanyInformation: company } = parseAnswer(Company, await client.call('GET', '/companyinformation'))
  return {
    companyKey: company.DatabaseNumber,
    companyName: company.CompanyName,
    organizationNumber: company.OrganizationNumber ?? null,
  }
}

/** Ends a grant at Fortnox; a Fortnox that refuses or cannot be reached is logged. */
const endGrant = (ctx: Ctx, settings: FortnoxSettings, refreshToken: string): Promise<void> =>
  revokeGrant(settings, refreshToken).catch((error: unknown) =>
    ctx.log.warn('fortnox.revoke', { reason: String(error) }),
  )

/** Ends the grant of tokens that are not stored. With a connection that works the grant may be its own and is kept. */
async function dropGrant(ctx: Ctx, settings: FortnoxSettings, { refreshToken }: TokenPair): Promise<void> {
  const row = await findConnection(ctx.db.onPrimary())
  if (row?.revokedAt !== null) await endGrant(ctx, settings, refreshToken)
}

async function exchange(ctx: Ctx, settings: FortnoxSettings, parameters: URLSearchParams, state: string) {
  let pair: TokenPair | null = null
  try {
    pair = await exchangeCode(settings, toRedirectUri(ctx), parameters, state)
    return { pair, company: await readCompany(settings, pair) }
  } catch (error) {
    if (pair) await dropGrant(ctx, settings, pair)
    if (!(error instanceof FortnoxError)) throw error
    ctx.log.warn('fortnox.connect', { kind: error.kind, reason: error.message })
    throw new Refused(error.kind === 'unavailable' || error.kind === 'busy' ? 'fortnox_unavailable' : 'fortnox_refused')
  }
}

interface NewGrant {
  pair: TokenPair
  connection: { companyKey: string; connectedAt: Date }
  replaced: ConnectionRow | null
}

/**
 * Ends the grant that is no longer used: that of a replaced connection to another company, or the new one when it was
 * not stored. Revoking one token may end all grants of a company, so that of a company which is
 * connected stays.
 *
 * @throws Refused('fortnox_changed') when the new connection was not stored.
 */
async function endReplacedGrant(ctx: Ctx, settings: FortnoxSettings, { pair, connection, replaced }: NewGrant) {
  const stored = await findConnection(ctx.db.onPrimary())
  if (toSeen(stored) !== connection.connectedAt.getTime() || stored?.companyKey !== connection.companyKey) {
    if (stored?.companyKey !== connection.companyKey) await endGrant(ctx, settings, pair.refreshToken)
    throw new Refused('fortnox_changed')
  }
  const refreshToken = replaced && openRefreshToken(ctx, replaced)
  if (refreshToken && replaced.companyKey !== connection.companyKey) await endGrant(ctx, settings, refreshToken)
}

/** Finds what keeps the job from sending although nothing has failed; null without a trouble. */
function findTrouble(env: Ctx['env'], row: ConnectionRow | null): ConnectionTrouble | null {
  if (readPaymentDays(env.INVOICE_PAYMENT_DAYS) === null) return 'paymentDays'
  if (!row || row.revokedAt !== null) return null
  if (openRefreshToken({ env }, row) === null) return 'secret'
  return row.clientRefusedAt === null ? null : 'client'
}

/**
 * Connects the portal with the grant that Fortnox led back with, with an audit entry, and sends what waits. Ends the
 * grant of a connection to another company that it replaces.
 *
 * @throws Refused('not_found') when the portal is no app of Fortnox.
 * @throws Refused('fortnox_refused') when the caller did not begin it within ten minutes, declined, or Fortnox refuses.
 * @throws Refused('fortnox_unavailable') when Fortnox cannot be reached.
 * @throws Refused('fortnox_changed') when the connection has changed since the caller began; the new grant is ended.
 */
export async function completeConnection(ctx: Ctx, search: string): Promise<FortnoxStatus> {
  const settings = getFortnoxSettings(ctx)
  const parameters = new URLSearchParams(search)
  const state = parameters.get('state') ?? ''
  const seen = parseState(ctx, state)
  if (seen === null) throw new Refused('fortnox_refused')
  const { pair, company } = await exchange(ctx, settings, parameters, state)
  const replaced = await findConnection(ctx.db.onPrimary())
  const connection = {
    ...company,
    ...sealPair(ctx, pair),
    connectedByUserId: ctx.actor.id,
    connectedAt: ctx.now,
  }
  if (toSeen(replaced) === seen)
    await ctx.db.commit([
      recordAuditWhen(ctx, isSeenConnection(seen), 'fortnox.connected', target, { companyName: company.companyName }),
      writeConnection(ctx.db, connection, seen),
    ])
  await endReplacedGrant(ctx, settings, { pair, connection, replaced })
  await queueFortnox(ctx)
  return readStatus({ ...ctx, db: ctx.db.onPrimary() })
}

/** Returns the connection, and that Fortnox is set up or not. Reads nothing on a portal that is no app of Fortnox. */
export async function readStatus({ db, env }: Pick<Ctx, 'db' | 'env'>): Promise<FortnoxStatus> {
  if (!readFortnoxSettings(env)) return { isConfigured: false, connection: null, trouble: null }
  const [row, connectedByName] = await Promise.all([findConnection(db), findConnectorName(db)])
  const trouble = findTrouble(env, row)
  if (!row) return { isConfigured: true, connection: null, trouble }
  const { companyName, organizationNumber, connectedAt, revokedAt } = row
  return {
    isConfigured: true,
    connection: {
      companyName,
      organizationNumber,
      connectedDate: connectedAt,
      connectedByName,
      isRevoked: revokedAt !== null,
    },
    trouble,
  }
}

/**
 * Deletes the connection with its tokens, with an audit entry, and ends the grant at Fortnox. Does nothing without a
 * connection. A Fortnox that cannot be reached is logged: its grant is then to be ended there.
 */
export async function disconnect(ctx: Ctx): Promise<void> {
  const row = await findConnection(ctx.db.onPrimary())
  if (!row) return
  await ctx.db.commit([
    removeConnection(ctx.db),
    recordAudit(ctx, 'fortnox.disconnected', target, { companyName: row.companyName }),
  ])
  const [settings, refreshToken] = [readFortnoxSettings(ctx.env), openRefreshToken(ctx, row)]
  if (settings && refreshToken !== null) await endGrant(ctx, settings, refreshToken)
}
