import { fillPath, formatUrl } from '#api/address.ts'
import type { CallArguments, CallName, CallParameters, CallReply } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import type { Calls } from '#api/contracts.ts'
import { findDatePaths } from '#api/date-paths.ts'
import { reviveDates } from '#api/dates.ts'
import { findCall, hasRecentlyAuthenticated, recordRefusal } from '#api/index.ts'
import { parseInput, refuseControlCharacters } from '#api/parse-input.ts'
import { cleanPastedText } from '#api/pasted-text.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError } from '#platform/database.ts'
import { unchecked } from '../../unchecked.ts'
import { actorForCall, authorize } from './authorization.ts'
import { createCacheKey } from './cache-key.ts'
import { parseSearchParams } from './call-input.ts'
import type { CallRequest } from './call-request.ts'
import { matchParams } from './contract-routes.ts'
import { findRepeatableWrite, makeCallOnce } from './idempotency.ts'
import { loadActiveFeatures } from './public-configuration.ts'
import { answerCall, toValue } from './response-cache.ts'

interface CallValues {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

interface Options {
  /** Makes a repeated write harmless: calls of one person with the same key are the same write. */
  idempotencyKey?: string | null
}

/**
 * Makes a call of the API in this process, with the types of its contract. Access and feature are checked; the body is
 * not validated again. A refusal is thrown as `Refused`.
 */
export type InProcessApi = <Name extends keyof Calls & CallName>(
  name: Name,
  ...args: [...CallParameters<Name, Calls[Name]>, options?: Options]
) => Promise<CallReply<Calls[Name]>>

function searchOf(query: Record<string, unknown> | undefined) {
  if (!query) return {}
  return parseSearchParams(new URL(formatUrl('/', query), 'https://portal').searchParams)
}

/** Makes a call, or returns the stored answer of the write that its key stands for. */
async function answerOnce(request: CallRequest, ctx: Visitor, key: string | null | undefined): Promise<unknown> {
  const write = findRepeatableWrite(request, ctx, key)
  const { call } = request.served
  if (!write) return toValue(await answerCall(request, ctx), call)
  const result = await makeCallOnce(write, request, ctx, (marking) => answerCall(request, marking))
  if (result === null || result === 'already_done') throw new Refused('already_done')
  const value = toValue(result, call)
  return 'value' in result && result.isRepeated ? reviveDates(value, findDatePaths(call.reply)) : value
}

async function call(visitor: Visitor, name: CallName, args: CallValues, options: Options): Promise<unknown> {
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
  // The caller's arguments have the types of the contract row that `findCall` found; the table of calls has lost them.
  const input = {
    params: unchecked<never>(args.params ?? {}),
    query: unchecked<never>(parseInput(contract.query, query, visitor.language) ?? {}),
    body: unchecked<never>(refuseControlCharacters(cleanPastedText(args.body), visitor.language)),
    file: null,
    request: null,
  }
  const request = { ...match, input, address: () => createCacheKey(match, query) }
  const isWrite = !name.startsWith('GET ')
  try {
    const value = await answerOnce(request, ctx, options.idempotencyKey)
    if (isWrite) ctx.changedTags.push(...(contract.changes ?? []))
    return value
  } catch (error) {
    // The first request may have been lost before it invalidated its tags.
    if (error instanceof Refused && error.code === 'already_done') ctx.changedTags.push(...(contract.changes ?? []))
    throw error
  }
}

/** Returns the refusal of a violated constraint by its code, as over the network; any other error as it is. */
function toRefusal(error: unknown): unknown {
  const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
  return code ? new Refused(code) : error
}

/** Makes a call and records its refusal, like one over the network, before it is thrown to the page. */
async function callAndRecord(ctx: Visitor, name: CallName, args: CallValues, options: Options): Promise<unknown> {
  try {
    return await call(ctx, name, args, options)
  } catch (cause) {
    const error = toRefusal(cause)
    const path = fillPath(name.split(' ')[1] ?? '', args.params ?? {})
    if (error instanceof Refused) recordRefusal(ctx, error.code, { call: name, path: `/api${path}`, body: args.body })
    throw error
  }
}

/**
 * Creates the API client of pages for one request. It makes calls without a network, and the actor is a value that no
 * client can forge.
 *
 * Its calls pass the same access rules and response cache as over the network, and their refusals are recorded and then
 * thrown. They pass no rate limit. Pasted text in the body is cleaned, but the body is not validated. A key makes a
 * repeatable write once, as `makeCallOnce` does. Tags that a write changes are added to `ctx.changedTags`; the page's
 * response invalidates them.
 *
 * @throws Refused('invalid_input') when the query does not fit the contract, the body has control characters or the key
 * is too long.
 * @throws Refused('not_found') when no call has the name, an id in its path is invalid, or its feature is off.
 * @throws Refused('not_allowed'), Refused('not_signed_in'), Refused('second_factor_required'),
 * Refused('second_factor_setup_required'), Refused('password_change_required') or Refused('proof_required') when the
 * actor may not make the call.
 * @throws Refused('already_done') when the write of the key was made, but its answer was lost; also the other codes of
 * `makeCallOnce`.
 * @throws Refused with the codes of the call itself; Refused('upstream_unavailable') when another origin fails.
 */
export const createInProcessApi = (ctx: Visitor): InProcessApi =>
  // `call` finds the contract row that the type of the name comes from, so the reply has that row's type.
  unchecked<InProcessApi>(
    (name: CallName, args: CallArguments<string, unknown> & CallValues = {}, options: Options = {}) =>
      callAndRecord(ctx, name, args, options),
  )
