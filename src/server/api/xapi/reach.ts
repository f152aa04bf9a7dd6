import { sha256 } from '#platform/digest.ts'
import { isPermitted } from '../actor.ts'
import type { Visitor } from '../context.ts'
import { machineBehind, recordMachineCall } from '../integrations/machine-behind.ts'
import { personKey } from './agent.ts'
import { XapiError } from './error.ts'
import { findLaunch, type Launch } from './launch-storage.ts'
import type { XapiRequest } from './request.ts'
import type { Actor } from './statement.ts'

/** Who asks the record store: a course that somebody has opened, or another system. */
export interface Reach {
  /** Null: another system, which reaches everything. */
  launch: Launch | null
  integrationAccountId: number | null
  /** Who vouches for what is told. */
  authority: Actor
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD'

async function systemBehind(request: XapiRequest, ctx: Visitor): Promise<Reach | null> {
  const machine = await machineBehind(request.headers.get('authorization'), ctx)
  if (!machine?.integration) return null
  const { accountId } = machine.integration
  // On record as every call of a machine is; nothing that it asks waits for that.
  ctx.after(recordMachineCall({ ...ctx, actor: machine }, `${request.method} xAPI`, `/articulate/${request.resource}`))
  if (!isPermitted(machine, isReading(request.method) ? 'IntegrationRead' : 'IntegrationWrite'))
    throw new XapiError(403, 'The account is not permitted to do this')
  const account = { homePage: ctx.env.PORTAL_ORIGIN, name: `integration-${accountId}` }
  return {
    launch: null,
    integrationAccountId: accountId,
    authority: { objectType: 'Agent', name: machine.name, account },
  }
}

async function courseBehind(request: XapiRequest, ctx: Visitor): Promise<Reach | null> {
  const [scheme, token] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  const launch = await findLaunch(ctx.db, await sha256(token), ctx.now)
  const account = { homePage: ctx.env.PORTAL_ORIGIN, name: 'launch' }
  return launch && { launch, integrationAccountId: null, authority: { objectType: 'Agent', account } }
}

/** Whoever shows neither a live launch nor the secret of another system is told nothing. */
export async function reachOf(request: XapiRequest, ctx: Visitor): Promise<Reach> {
  const reach = (await systemBehind(request, ctx)) ?? (await courseBehind(request, ctx))
  if (!reach) throw new XapiError(401, 'The launch is unknown or too old, or the account is not known')
  return reach
}

/** A launch is an authority on its own person alone. */
export function checkPerson(key: string | null, { launch }: Reach, origin: string): void {
  if (launch && key !== personKey(origin, launch.userId))
    throw new XapiError(403, 'The agent is not the person of this launch')
}
