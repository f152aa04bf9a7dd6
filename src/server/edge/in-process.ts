import { fillPath, formatUrl } from '#api/address.ts'
import type { CallArguments, CallName, CallParameters, CallReply } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import type { Calls } from '#api/contracts.ts'
import { findCall, hasRecentlyAuthenticated } from '#api/index.ts'
import { Refused } from '#api/refusals.ts'
import { unchecked } from '../../unchecked.ts'
import { actorFor, authorize } from './authorization.ts'
import { cacheKeyOf } from './cache-key.ts'
import { queryOf } from './call-input.ts'
import { paramsOf } from './contract-routes.ts'
import { activeFeatures } from './public-configuration.ts'
import { noteRefusal } from './refused-attempts.ts'
import { resultOf, toValue } from './response-cache.ts'

interface Given {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

export type InProcess = <Name extends keyof Calls & CallName>(
  name: Name,
  ...given: CallParameters<Name, Calls[Name]>
) => Promise<CallReply<Calls[Name]>>

function searchOf(query: Record<string, unknown> | undefined) {
  if (!query) return {}
  return queryOf(new URL(formatUrl('/', query), 'https://portal').searchParams)
}

async function call(visitor: Visitor, name: CallName, given: Given): Promise<unknown> {
  const served = findCall(name)
  const match = served && paramsOf(served, (param) => encodeURIComponent(given.params?.[param] ?? ''))
  if (!match) throw new Refused('not_found')
  const contract = match.served.call
  const { actor: caller } = visitor
  await authorize(contract, {
    actor: caller,
    hadToken: caller !== null,
    activeFeatures: () => activeFeatures(visitor),
    hasRecentProof: async () => caller !== null && hasRecentlyAuthenticated({ ...visitor, actor: caller }),
  })
  const actor = actorFor(contract, visitor.actor)
  const ctx = actor === visitor.actor ? visitor : { ...visitor, actor }
  const query = searchOf(given.query)
  const input = {
    params: unchecked<never>(given.params ?? {}),
    query: unchecked<never>(contract.query?.parse(query) ?? {}),
    body: unchecked<never>(given.body),
    file: null,
    request: null,
  }
  const result = await resultOf({ ...match, input, address: () => cacheKeyOf(match, query) }, ctx)
  if (!name.startsWith('GET ')) ctx.changedTags.push(...(contract.changes ?? []))
  return toValue(result, contract)
}

/** A page shows the refusal by itself; it is recorded as that of a call over the network is. */
async function noted(ctx: Visitor, name: CallName, given: Given): Promise<unknown> {
  try {
    return await call(ctx, name, given)
  } catch (error) {
    const path = fillPath(name.split(' ')[1] ?? '', given.params ?? {})
    if (error instanceof Refused) noteRefusal(ctx, error.code, { call: name, path: `/api${path}`, body: given.body })
    throw error
  }
}

/** The same calls for pages, without a network: the person travels as a value that no outsider can send. */
export const inProcess = (ctx: Visitor): InProcess =>
  // The router finds the very call whose contract row typed the name, so its reply has that row's type.
  unchecked<InProcess>((name: CallName, given: CallArguments<string, unknown> & Given = {}) => noted(ctx, name, given))
