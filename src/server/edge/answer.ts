import { holdsAnyRole } from '#api/actor.ts'
import { type CacheRule, type Call, cacheRuleOf, type InputOf } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { datePathsOf } from '#api/date-paths.ts'
import { withDates } from '#api/dates.ts'
import { Refused } from '#api/refusals.ts'
import type { Match } from '#api/router.ts'
import { immutable } from '#platform/immutable.ts'
import type { Copy } from './cache/copy.ts'
import { type Kept, keptAnswer } from './cache/kept.ts'
import { askUpstream } from './upstream.ts'

/** A shared answer out of the edge's hands, or what the upstream gave for this reader alone. */
export type Answer = { kept: Kept; rule: CacheRule } | { value: unknown; isRepeated?: true }

export interface Asked {
  match: Match
  input: InputOf<string, Call>
  /** One for all ways to write the same question; only a shared or a forwarded one needs it. */
  address: () => string
}

function ruleFor(call: Call, ctx: Visitor): CacheRule | null {
  const rule = cacheRuleOf(call)
  if (!rule || rule.audience === 'everyone') return rule
  return ctx.actor && holdsAnyRole(ctx.actor) ? null : rule
}

/**
 * Whoever asks first must not leave anything personal in a shared answer: the upstream learns neither who it is nor,
 * unless the rule says so, in which language. It is asked on the primary: a bookmark behind a write must not be kept.
 */
const nobody = (ctx: Visitor, rule: CacheRule): Visitor => ({
  ...ctx,
  actor: null,
  address: 'edge',
  language: rule.byLanguage ? ctx.language : 'sv',
  db: ctx.db.onPrimary(),
})

function sharedAnswer(asked: Asked, ctx: Visitor, rule: CacheRule): Promise<Kept> {
  const audience = rule.byLanguage ? `${rule.audience}/${ctx.language}` : rule.audience
  const impersonal = { ...asked, input: { ...asked.input, request: null } }
  return keptAnswer(ctx, `${ctx.requestOrigin}/.edge/${audience}${asked.address()}`, rule, async () => {
    const value = await askUpstream(impersonal, nobody(ctx, rule))
    return JSON.stringify(value ?? null)
  })
}

/** Answers a call that has been let through, from the edge's cache where the contract allows it. */
export async function answerOf(asked: Asked, ctx: Visitor): Promise<Answer> {
  const { call } = asked.match.served
  const rule = ruleFor(call, ctx)
  if (!rule) return { value: await askUpstream(asked, ctx) }
  try {
    return { kept: await sharedAnswer(asked, ctx, rule), rule }
  } catch (error) {
    // What is hidden from members in general may still be the caller's own (gaps G-021); that answer is never kept.
    if (!ctx.actor || !(error instanceof Refused) || error.code !== 'not_found') throw error
    return { value: await askUpstream(asked, ctx) }
  }
}

/** Copies lie in memory for many readers; each is parsed once, and nobody can change what the next one gets. */
const values = new WeakMap<Copy, unknown>()

function valueIn(copy: Copy, call: Call): unknown {
  if (!values.has(copy)) values.set(copy, immutable(withDates(JSON.parse(copy.text), datePathsOf(call.reply))))
  return values.get(copy)
}

/** The answer as a value, for a caller in the same process. */
export const replyOf = (answer: Answer, call: Call): unknown =>
  'kept' in answer ? valueIn(answer.kept.copy, call) : answer.value
