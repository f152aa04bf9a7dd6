import type { Visitor } from '#api/context.ts'
import type { Reach } from './reach.ts'
import { isJson, type Json } from './statement-rules/check.ts'
import { listDefinitions } from './statement-storage.ts'

/** Merges definitions of one activity: a later value replaces an earlier one, and language maps are joined. */
function merged(definitions: readonly Json[]): Json {
  const all: Json = {}
  for (const definition of definitions)
    for (const [name, value] of Object.entries(definition)) {
      const before = all[name]
      all[name] = isJson(before) && isJson(value) ? { ...before, ...value } : value
    }
  return all
}

/**
 * Loads the definitions of activities by id, each merged from its newest 20: newer values win, language maps are
 * joined. Activities without one are missing. A launch (`reach`) sees only the statements of its own person in its
 * course, an integration account all.
 */
export async function loadDefinitions(ids: readonly string[], reach: Reach, ctx: Visitor): Promise<Map<string, Json>> {
  if (ids.length === 0) return new Map()
  const lists = await listDefinitions(ctx.db, [...new Set(ids)], reach.launch)
  return new Map([...lists].map(([id, definitions]) => [id, merged(definitions)]))
}
