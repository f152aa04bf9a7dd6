import type { CacheRule, Tag } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { markPurged } from '#api/foundation/purges/storage.ts'
import { Refused } from '#api/refusals.ts'
import { weakEtagOf } from '#platform/digest.ts'
import { inOneFlight } from './burst.ts'
import { type Copy, type Demand, isFresh, isPresentable, secondsLeft } from './copy.ts'
import { generationsAt } from './generations.ts'
import { findCopy, keepCopy } from './shelf.ts'
import { hearVersions, versionOf } from './versions.ts'

export interface Kept {
  copy: Copy
  /** The value of `Cache-Status` (RFC 9211). */
  status: string
}

/** No answer at all, as opposed to a "no". */
const isFailure = (error: unknown) => !(error instanceof Refused) || error.code === 'upstream_unavailable'

const generationOf = (ctx: Visitor, { tags }: CacheRule) => generationsAt(ctx.env.PORTAL_ORIGIN, ctx.pulse).of(tags)

/** Who has a session needs no look into the data centre's cache: the session row tells what was purged. */
async function demandOf(ctx: Visitor, rule: CacheRule): Promise<Demand> {
  const after = Math.max(0, ...rule.tags.map((tag) => ctx.changedAt[tag] ?? 0))
  const version = versionOf(ctx.pulse, rule.tags)
  return version === null
    ? { seconds: rule.seconds, after, by: 'generation', of: await generationOf(ctx, rule) }
    : { seconds: rule.seconds, after, by: 'version', of: version }
}

/** Both are of before the upstream is asked, so that the copy never counts as newer than it is. */
const stampOf = async (ctx: Visitor, rule: CacheRule, { by, of }: Demand): Promise<Pick<Copy, Demand['by']>> =>
  by === 'generation' ? { generation: of, version: '' } : { generation: await generationOf(ctx, rule), version: of }

async function fetched(ctx: Visitor, address: string, rule: CacheRule, demand: Demand, produce: () => Promise<string>) {
  const { copy, collapsed } = await inOneFlight(
    address,
    demand,
    async (startedAt) => {
      const stamp = await stampOf(ctx, rule, demand)
      const text = await produce()
      const made: Copy = { text, etag: await weakEtagOf(text), startedAt, ...stamp }
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

/**
 * Makes every kept answer with one of these tags stale: at once for whom a session row is read and in this data centre, for
 * everybody else when its seconds are over.
 */
export async function purge({ env, db, pulse }: Pick<Visitor, 'env' | 'db' | 'pulse'>, all: readonly Tag[]) {
  const tags = [...new Set(all)]
  if (tags.length === 0) return
  const [versions] = await Promise.all([markPurged(db, tags), generationsAt(env.PORTAL_ORIGIN, pulse).purge(tags)])
  hearVersions(pulse, versions)
}
