import type { CacheRule, Tag } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { weakEtagOf } from '#platform/digest.ts'
import { inOneFlight } from './burst.ts'
import { type Copy, type Demand, isFresh, isPresentable, secondsLeft } from './copy.ts'
import { generationsAt } from './generations.ts'
import { findCopy, keepCopy } from './shelf.ts'

export interface Kept {
  copy: Copy
  /** The value of `Cache-Status` (RFC 9211). */
  status: string
}

/** No answer at all, as opposed to a "no". */
const isFailure = (error: unknown) => !(error instanceof Refused) || error.code === 'upstream_unavailable'

const demandOf = async (ctx: Visitor, rule: CacheRule): Promise<Demand> => ({
  seconds: rule.seconds,
  generation: await generationsAt(ctx.env.PORTAL_ORIGIN, ctx.pulse).of(rule.tags),
  after: Math.max(0, ...rule.tags.map((tag) => ctx.changedAt[tag] ?? 0)),
})

async function fetched(ctx: Visitor, address: string, rule: CacheRule, demand: Demand, produce: () => Promise<string>) {
  const { copy, collapsed } = await inOneFlight(
    address,
    demand,
    async (startedAt) => {
      const text = await produce()
      const made: Copy = { text, etag: await weakEtagOf(text), startedAt, generation: demand.generation }
      ctx.after(keepCopy(address, made, rule.seconds, rule.tags.join(',')))
      return made
    },
    ctx.after,
  )
  return { copy, status: `edge; fwd=miss; ${collapsed ? 'collapsed' : 'stored'}` }
}

/** A shared answer: a fresh copy, else one call to the upstream, else, when that fails, an outdated copy that says so. */
export async function keptAnswer(
  ctx: Visitor,
  address: string,
  rule: CacheRule,
  produce: () => Promise<string>,
): Promise<Kept> {
  const demand = await demandOf(ctx, rule)
  const copy = await findCopy(address, (found) => isFresh(found, demand, Date.now()))
  const status = () => (copy ? `edge; hit; ttl=${secondsLeft(copy, rule.seconds, Date.now())}` : '')
  if (copy && isFresh(copy, demand, Date.now())) return { copy, status: status() }
  try {
    return await fetched(ctx, address, rule, demand, produce)
  } catch (error) {
    if (!copy || !isFailure(error) || !isPresentable(copy, demand, Date.now())) throw error
    ctx.log.error('cache.stale', error, { address })
    return { copy, status: `${status()}; detail=stale` }
  }
}

/** Makes every kept answer with one of these tags stale: in this data centre at once, elsewhere when its seconds are over. */
export const purge = (ctx: Pick<Visitor, 'env' | 'pulse'>, tags: readonly Tag[]): Promise<void> =>
  generationsAt(ctx.env.PORTAL_ORIGIN, ctx.pulse).purge([...new Set(tags)])
