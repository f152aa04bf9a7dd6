import { fillPath, formatUrl } from '#api/address.ts'
import type { CallArguments, CallName, CallParameters, CallReply } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import type { Calls } from '#api/contracts.ts'
import { findCall, hasRecentlyAuthenticated } from '#api/index.ts'
import { Refused } from '#api/refusals.ts'
import { unchecked } from '../../unchecked.ts'
import { actorForCall, authorize } from './authorization.ts'
import { createCacheKey } from './cache-key.ts'
import { parseSearchParams } from './call-input.ts'
import { matchParams } from './contract-routes.ts'
import { loadActiveFeatures } from './public-configuration.ts'
import { recordRefusal } from './refused-attempts.ts'
import { answerCall, toValue } from './response-cache.ts'

interface CallValues {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** Makes a call of the API in this process, with the types of its contract. */
export type InProcessApi = <Name extends keyof Calls & CallName>(
  name: Name,
  ...args: CallParameters<Name, Calls[Name]>
) => Promise<CallReply<Calls[Name]>>

function searchOf(query: Record<string, unknown> | undefined) {
  if (!query) return {}
  return parseSearchParams(new URL(formatUrl('/', query), 'https://portal').searchParams)
}

async function call(visitor: Visitor, name: CallName, args: CallValues): Promise<unknown> {
  const served = findCall(name)
  const match = served && matchParams(served, (param) => encodeURIComponent(args.params?.[param] ?? ''))
  if (!match) throw new Refused('not_found')
  const contract = match.served.call
  const { actor: caller } = visitor
  await authorize(contract, {
    actor: caller,
    hadToken: caller !== null,
    activeFeatures: () => loadActiveFeatures(visitor),
    hasRecentProof: async () => caller !== null && hasRecentlyAuthenticated({ ...visitor, actor: caller }),
  })
  const actor = actorForCall(contract, visitor.actor)
  const ctx = actor === visitor.actor ? visitor : { ...visitor, actor }
  const query = searchOf(args.query)
  const input = {
    params: unchecked<never>(args.params ?? {}),
    query: unchecked<never>(contract.query?.parse(query) ?? {}),
    body: unchecked<never>(args.body),
    file: null,
    request: null,
  }
  const result = await answerCall({ ...match, input, address: () => createCacheKey(match, query) }, ctx)
  if (!name.startsWith('GET ')) ctx.changedTags.push(...(contract.changes ?? []))
  return toValue(result, contract)
}

/** Makes a call and records its refusal, like one over the network, before it is thrown to the page. */
async function callAndRecord(ctx: Visitor, name: CallName, args: CallValues): Promise<unknown> {
  try {
    return await call(ctx, name, args)
  } catch (error) {
    const path = fillPath(name.split(' ')[1] ?? '', args.params ?? {})
    if (error instanceof Refused) recordRefusal(ctx, error.code, { call: name, path: `/api${path}`, body: args.body })
    throw error
  }
}

/**
 * Creates the API client of pages. It makes calls without a network, and the actor is a value that no client can forge.
 */
export const createInProcessApi = (ctx: Visitor): InProcessApi =>
  // `callNamed` finds the contract row that the type of the name comes from, so the reply has that row's type.
  unchecked<InProcessApi>((name: CallName, args: CallArguments<string, unknown> & CallValues = {}) =>
    callAndRecord(ctx, name, args),
  )
