import { addressOf, pathOf } from '#api/address.ts'
import type { ArgumentsOf, CallName, ReplyOf, RestOf } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import type { Calls } from '#api/contracts.ts'
import { revived } from '#api/dates.ts'
import { router } from '#api/index.ts'
import { Refused } from '#api/refusals.ts'
import { answerOf } from './answer.ts'
import { authorize } from './authorize.ts'
import { activeFeatures } from './portal.ts'
import { queryOf } from './validate.ts'

interface Given {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

export type InProcess = <Name extends keyof Calls & CallName>(
  name: Name,
  ...given: RestOf<Name, Calls[Name]>
) => Promise<ReplyOf<Calls[Name]>>

async function call(ctx: Visitor, name: CallName, given: Given): Promise<unknown> {
  const [method = '', template = ''] = name.split(' ')
  const path = pathOf(template, given.params ?? {})
  const address = addressOf(path, given.query ?? {})
  const match = router.find(method, path)
  if (!match) throw new Refused('not_found')
  const contract = match.served.call
  await authorize(contract, ctx.actor, () => activeFeatures(ctx), ctx.actor !== null)
  const search = new URL(address, ctx.origin).searchParams
  const input = {
    params: (given.params ?? {}) as never,
    query: (contract.query?.parse(queryOf(search)) ?? {}) as never,
    body: given.body as never,
    file: null,
    request: null,
  }
  const answer = await answerOf({ match, input, address }, ctx)
  return 'kept' in answer ? JSON.parse(answer.kept, revived) : answer.value
}

/** The same calls for pages, without a network: the person travels as a value that no outsider can send. */
export const inProcess = (ctx: Visitor): InProcess =>
  // The router finds the very call whose contract row typed the name, so its reply has that row's type.
  ((name: CallName, given: ArgumentsOf<string, unknown> & Given = {}) => call(ctx, name, given)) as unknown as InProcess
