import { isPermitted } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { findIntegrationActor, recordIntegrationCall } from '#api/people/integrations/integration-actor.ts'
import { sha256 } from '#platform/digest.ts'
import type { QueryRunner } from '#platform/prepare-query.ts'
import { namingOrigin, personKey } from './agent.ts'
import { parseSessionToken } from './cmi5/rules.ts'
import { XapiError } from './error.ts'
import { launchCache } from './launch-cache.ts'
import { type Launch, selectLiveLaunch } from './launch-storage.ts'
import type { XapiRequest } from './request.ts'
import type { Actor } from './statement.ts'

/** Caller of the record store: a launched course or an integration account. */
export interface Reach {
  /** Null for an integration account, which reaches everything. */
  launch: Launch | null
  integrationAccountId: number | null
  /** Authority of the caller's statements. */
  authority: Actor
  /** Whether the caller's launch is still live. Nothing may be answered before this resolves. */
  isConfirmed: () => Promise<boolean>
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD'

const alwaysConfirmed = async () => true

async function systemBehind(request: XapiRequest, ctx: Visitor): Promise<Reach | null> {
  const machine = await findIntegrationActor(request.headers.get('authorization'), ctx)
  if (!machine?.integration) return null
  const { accountId, resources, organizationIds } = machine.integration
  // Every call of a machine is audited; the answer does not wait for that.
  ctx.waitUntil(
    recordIntegrationCall({ ...ctx, actor: machine }, `${request.method} xAPI`, `/articulate/${request.resource}`),
  )
  if (!isPermitted(machine, isReading(request.method) ? 'IntegrationRead' : 'IntegrationWrite'))
    throw new XapiError(403, 'The account is not permitted to do this')
  if (!resources.includes('statements')) throw new XapiError(403, 'The account may not use the record store')
  if (organizationIds.length > 0)
    throw new XapiError(403, 'The record store is closed to an account that is limited to organisations')
  const account = { homePage: namingOrigin(ctx.env), name: `integration-${accountId}` }
  return {
    launch: null,
    integrationAccountId: accountId,
    authority: { objectType: 'Agent', name: machine.name, account },
    isConfirmed: alwaysConfirmed,
  }
}

/**
 * Returns the reach of a launch: its person and course, and the authority of its statements. Without `isConfirmed`,
 * which tells whether the launch is live, it counts as live: its row was just read, or the write itself checks it.
 */
export const launchReach = (launch: Launch, { env }: Visitor, isConfirmed = alwaysConfirmed): Reach => ({
  launch,
  integrationAccountId: null,
  authority: { objectType: 'Agent', account: { homePage: namingOrigin(env), name: 'launch' } },
  isConfirmed,
})

/** Begins a read with the cached launch while the row is read; null when none is cached. */
function assumedReach(tokenHash: string, ctx: Visitor): Reach | null {
  const read = (db: QueryRunner) => selectLiveLaunch({ db, now: ctx.now }, tokenHash)
  const assumed = launchCache.assume(ctx.db, tokenHash, { read })
  return assumed && launchReach(assumed.row, ctx, assumed.isConfirmed)
}

/**
 * Returns the launch token of a request: a bearer token, or the token inside the basic credentials that a cmi5 unit
 * sends, decoded; null without one.
 */
export function parseLaunchToken({ headers }: XapiRequest): string | null {
  const [scheme = '', token = ''] = (headers.get('authorization') ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return token || null
  return scheme.toLowerCase() === 'basic' ? parseSessionToken(token) : null
}

async function courseBehind(request: XapiRequest, ctx: Visitor): Promise<Reach | null> {
  const token = parseLaunchToken(request)
  if (!token) return null
  const tokenHash = await sha256(token)
  const assumed = isReading(request.method) ? assumedReach(tokenHash, ctx) : null
  if (assumed) return assumed
  const [launch] = await selectLiveLaunch(ctx, tokenHash)
  if (!launch) return null
  launchCache.set(tokenHash, launch)
  return launchReach(launch, ctx)
}

/**
 * Resolves the caller of the record store: an integration account, or a course by its launch token. A read may begin
 * with a cached launch, which `isConfirmed` checks; nothing may be answered before. Records each call of an integration
 * account in the audit log, without waiting.
 *
 * @throws XapiError 401 when the request has neither a live launch nor valid credentials of an integration account, 403
 * when the account lacks the permission or the resource, or is limited to organisations
 */
export async function resolveReach(request: XapiRequest, ctx: Visitor): Promise<Reach> {
  const reach = (await systemBehind(request, ctx)) ?? (await courseBehind(request, ctx))
  if (!reach) throw new XapiError(401, 'The launch is unknown, too old or over, or the account is not known')
  return reach
}

/**
 * Checks that a launch names only its own person; a null `key`, of an agent without an identifier, is another person.
 * An integration account may name anybody. `origin` is that of `namingOrigin`.
 *
 * @throws XapiError 403 when it names another
 */
export function checkPerson(key: string | null, { launch }: Reach, origin: string): void {
  if (launch && key !== personKey(origin, launch.userId))
    throw new XapiError(403, 'The agent is not the person of this launch')
}
