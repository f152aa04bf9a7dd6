import { type SQL, sql } from 'drizzle-orm'
import { recordsOfPerson } from '#api/people/users/views.ts'
import { personKey } from './agent.ts'

/** Returns the id of the user whom an agent key names; null for another agent. */
function parsePersonKey(key: string, origin: string): number | null {
  const prefix = personKey(origin, 0).slice(0, -1)
  const name = key.startsWith(prefix) ? key.slice(prefix.length) : ''
  return /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null
}

/**
 * SQL list of the keys under which an agent stands in the record store: its own, and for a person of the portal those
 * of the records that were merged into it, because statements stay as they were written. `origin` is that of
 * `namingOrigin`.
 */
export function selectAgentKeys(key: string, origin: string): SQL {
  const userId = parsePersonKey(key, origin)
  if (userId === null) return sql`(${key})`
  const prefix = personKey(origin, 0).slice(0, -1)
  return sql`(select ${key} union select ${prefix} || own_record.id from ${recordsOfPerson(userId)} own_record)`
}
