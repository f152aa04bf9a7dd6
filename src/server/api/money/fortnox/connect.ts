import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { randomToken } from '#platform/digest.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'
import { createClient } from './client.ts'
import {
  findConnection,
  findConnectorName,
  openRefreshToken,
  removeConnection,
  sealPair,
  writeConnection,
} from './connection-storage.ts'
import type { FortnoxStatus } from './contract.ts'
import { FortnoxError } from './fortnox-error.ts'
import { exchangeCode, revokeGrant, type TokenPair, toGrantUrl } from './oauth.ts'
import { type FortnoxSettings, minutesToGrant, readFortnoxSettings } from './rules.ts'
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

const toSignedText = ({ actor }: Pick<Ctx, 'actor'>, nonce: string, until: string) =>
  `fortnox ${actor.id} ${actor.sessionId} ${nonce} ${until}`

/** Returns a state that only this session can bring back, within ten minutes. */
function createState(ctx: Ctx): string {
  const nonce = randomToken()
  const until = String(ctx.now.getTime() + minutesToGrant * 60_000)
  return [nonce, until, signText(ctx.env.SESSION_SECRET, toSignedText(ctx, nonce, until))].join('.')
}

/** Whether the portal gave a state to this session less than ten minutes ago. */
function isOwnState(ctx: Ctx, state: string): boolean {
  const [nonce = '', until = '', signature = ''] = state.split('.')
  const isInTime = Number(until) > ctx.now.getTime()
  return isInTime && isSigned(ctx.env.SESSION_SECRET, toSignedText(ctx, nonce, until), signature)
}

/**
 * Returns the URL at Fortnox where the caller grants the rights. Stores nothing: the state is signed.
 * @throws Refused('not_found') when the portal is no app of Fortnox.
 */
export const startConnection = (ctx: Ctx): string =>
  toGrantUrl(getFortnoxSettings(ctx), toRedirectUri(ctx), createState(ctx))

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

/** Ends the grant of tokens that are not stored. With a connection that works the grant may be its own and is kept. */
async function dropGrant(ctx: Ctx, settings: FortnoxSettings, { refreshToken }: TokenPair): Promise<void> {
  const row = await findConnection(ctx.db.onPrimary())
  if (row?.revokedAt === null) return
  await revokeGrant(settings, refreshToken).catch((error: unknown) =>
    ctx.log.warn('fortnox.revoke', { reason: String(error) }),
  )
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

/**
 * Connects the portal with the grant that Fortnox led back with, with an audit entry, and sends what waits.
 *
 * @throws Refused('not_found') when the portal is no app of Fortnox.
 * @throws Refused('fortnox_refused') when the caller did not begin it within ten minutes, declined, or Fortnox refuses.
 * @throws Refused('fortnox_unavailable') when Fortnox cannot be reached.
 */
export async function completeConnection(ctx: Ctx, search: string): Promise<FortnoxStatus> {
  const settings = getFortnoxSettings(ctx)
  const parameters = new URLSearchParams(search)
  const state = parameters.get('state') ?? ''
  if (!isOwnState(ctx, state)) throw new Refused('fortnox_refused')
  const { pair, company } = await exchange(ctx, settings, parameters, state)
  const connection = {
    ...company,
    ...sealPair(ctx, pair),
    connectedByUserId: ctx.actor.id,
    connectedAt: ctx.now,
  }
  await ctx.db.commit([
    writeConnection(ctx.db, connection),
    recordAudit(ctx, 'fortnox.connected', target, { companyName: company.companyName }),
  ])
  await queueFortnox(ctx)
  return readStatus({ ...ctx, db: ctx.db.onPrimary() })
}

/** Returns the connection, and that Fortnox is set up or not. Reads nothing on a portal that is no app of Fortnox. */
export async function readStatus({ db, env }: Pick<Ctx, 'db' | 'env'>): Promise<FortnoxStatus> {
  if (!readFortnoxSettings(env)) return { isConfigured: false, connection: null }
  const [row, connectedByName] = await Promise.all([findConnection(db), findConnectorName(db)])
  if (!row) return { isConfigured: true, connection: null }
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
  if (!settings || refreshToken === null) return
  await revokeGrant(settings, refreshToken).catch((error: unknown) =>
    ctx.log.warn('fortnox.revoke', { reason: String(error) }),
  )
}
