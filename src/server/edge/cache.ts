import type { CacheRule } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'

/** Keeps a shared answer. */
export async function keptAnswer(
  _ctx: Visitor,
  _address: string,
  _rule: CacheRule,
  produce: () => Promise<string>,
): Promise<{ kept: string; cacheStatus: string }> {
  return { kept: await produce(), cacheStatus: 'miss' }
}
