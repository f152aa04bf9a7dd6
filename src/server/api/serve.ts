import { unchecked } from '../../unchecked.ts'
import type { Actor } from './actor.ts'
import type { Call, CallInput, CallName, CallReply, Contract } from './calls.ts'
import type { Ctx, Visitor } from './context.ts'

type ContextFor<C> = C extends { who: 'anyone' } ? Visitor : Ctx<Actor>

export type Handlers<C extends Contract> = {
  [Name in keyof C & CallName]: (
    input: CallInput<Name, C[Name]>,
    ctx: ContextFor<C[Name]>,
  ) => Promise<CallReply<C[Name]>> | CallReply<C[Name]>
}

/** A call and its handler with their specific types erased; the edge uses only this type. */
export interface ServedCall {
  name: CallName
  call: Call
  handle: (input: CallInput<string, Call>, ctx: Visitor) => unknown
}

/**
 * Returns every call of a contract with its handler, in the order of the contract; a missing handler is a compile
 * error. Checks nothing at run time: the edge validates input and access before it calls a handler.
 */
export function serve<const C extends Contract>(contract: C, handlers: Handlers<C>): ServedCall[] {
  return (Object.keys(contract) as (keyof C & CallName)[]).map((name) => ({
    name,
    call: contract[name] as Call,
    // The edge validates the input with the very schemas that this handler's type was inferred from,
    // and refuses a visitor before a handler that needs an actor is reached.
    handle: unchecked<ServedCall['handle']>(handlers[name]),
  }))
}
