import { isPermitted } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { machineBehind, recordMachineCall } from '#api/people/integrations/machine-behind.ts'
import { sha256 } from '#platform/digest.ts'
import type { QueryRunner } from '#platform/prepare-query.ts'
import { namingOrigin, personKey } from './agent.ts'
import { sessionTokenIn } from './cmi5/rules.ts'
import { XapiError } from './error.ts'
import { type Launch, selectLiveLaunch } from './launch-storage.ts'
import type { XapiRequest } from './request.ts'
import { seenLaunches } from './seen-launches.ts'
import type { Actor } from './statement.ts'

/** Who asks the record store: a course that somebody has opened, or another system. */
export interface Reach {
  /** Null: another system, which reaches everything. */
  launch: Launch | null
  integrationAccountId: number | null
  /** Who vouches for what is told. */
  authority: Actor
  /** Whether whoever asks is who this says. Until that is known, nothing may be answered. */
  isConfirmed: () => Promise<boolean>
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD'

const confirmed = async () => true

async function systemBehind(request: XapiRequest, ctx: Visitor): Promise<Reach | null> {
  const machine = await machineBehind(request.headers.get('authorization'), ctx)
  if (!machine?.integration) return null
  const { accountId } = machine.integration
  // On record as every call of a machine is; nothing that it asks waits for that.
  ctx.after(recordMachineCall({ ...ctx, actor: machine }, `${request.method} xAPI`, `/articulate/${request.resource}`))
  if (!isPermitted(machine, isReading(request.method) ? 'IntegrationRead' : 'IntegrationWrite'))
    throw new XapiError(403, 'The account is not permitted to do this')
  const account = { homePage: namingOrigin(ctx.env), name: `integration-${accountId}` }
  return {
    launch: null,
    integrationAccountId: accountId,
    authority: { objectType: 'Agent', name: machine.name, account },
    isConfirmed: confirmed,
  }
}

export const courseReach = (launch: Launch, { env }: Visitor, isConfirmed = confirmed): Reach => ({
  launch,
  integrationAccountId: null,
  authority: { objectType: 'Agent', account: { homePage: namingOrigin(env), name: 'launch' } },
  isConfirmed,
})

/** Lets a read begin with the remembered launch, while the launch itself is read; null when none is remembered. */
function assumedReach(tokenHash: string, ctx: Visitor): Reach | null {
  const read = (db: QueryRunner) => selectLiveLaunch({ db, now: ctx.now }, tokenHash)
  const assumed = seenLaunches.assume(ctx.db, tokenHash, { read })
  return assumed && courseReach(assumed.row, ctx, assumed.isConfirmed)
}

/** As a bearer's, or as a unit of cmi5 gives it: in the form that basic credentials have. */
export function launchTokenOf({ headers }: XapiRequest): string | null {
  const [scheme = '', token = ''] = (headers.get('authorization') ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return token || null
  return scheme.toLowerCase() === 'basic' ? sessionTokenIn(token) : null
}

async function courseBehind(request: XapiRequest, ctx: Visitor): Promise<Reach | null> {
  const token = launchTokenOf(request)
  if (!token) return null
  const tokenHash = await sha256(token)
  const assumed = isReading(request.method) ? assumedReach(tokenHash, ctx) : null
  if (assumed) return assumed
  const [launch] = await selectLiveLaunch(ctx, tokenHash)
  if (!launch) return null
  seenLaunches.remember(tokenHash, launch)
  return courseReach(launch, ctx)
}

/** Whoever shows neither a live launch nor the secret of another system is told nothing. */
export async function reachOf(request: XapiRequest, ctx: Visitor): Promise<Reach> {
  const reach = (await systemBehind(request, ctx)) ?? (await courseBehind(request, ctx))
  if (!reach) throw new XapiError(401, 'The launch is unknown, too old or over, or the account is not known')
  return reach
}

/** A launch is an authority on its own person alone. */
export function checkPerson(key: string | null, { launch }: Reach, origin: string): void {
  if (launch && key !== personKey(origin, launch.userId))
    throw new XapiError(403, 'The agent is not the person of this launch')
}
