import type { Visitor } from '#api/context.ts'
import type { Reach } from './reach.ts'
import { isJson, type Json } from './statement-rules/check.ts'
import { listTellings } from './statement-storage.ts'

/** Everything that was told of an activity, the newest of what contradicts; languages are put together. */
function merged(definitions: readonly Json[]): Json {
  const all: Json = {}
  for (const definition of definitions)
    for (const [name, value] of Object.entries(definition)) {
      const before = all[name]
      all[name] = isJson(before) && isJson(value) ? { ...before, ...value } : value
    }
  return all
}

/** What is known of activities, as far as who asks may hear: a launch hears its own person's words only. */
export async function definitionsOf(ids: readonly string[], reach: Reach, ctx: Visitor): Promise<Map<string, Json>> {
  if (ids.length === 0) return new Map()
  const told = await listTellings(ctx.db, [...new Set(ids)], reach.launch)
  return new Map([...told].map(([id, definitions]) => [id, merged(definitions)]))
}
