import { and, asc, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import type { OccasionFilter } from '#api/catalogue/occasions/contract.ts'
import { selectOccasions, toOccasion, toOccasionConditions } from '#api/catalogue/occasions/storage.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { Database } from '#platform/database.ts'
import { isReachable } from './storage.ts'

/**
 * Lists a page of the occasions that match the filter and that the actor leads or may manage, chronologically, with
 * their total number. `page` counts from 1. Cancelled and past ones are included.
 */
export async function listOrganizedOccasions(db: Database, actor: Actor, filter: OccasionFilter) {
  const { page, pageSize } = filter
  const conditions = and(...toOccasionConditions(filter), isReachable(actor))
  const [rows, [counted]] = await Promise.all([
    selectOccasions(db, actor)
      .where(conditions)
      .orderBy(asc(occasions.startsAt), asc(occasions.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(occasions)
      .where(conditions),
  ])
  return { items: rows.map(toOccasion), total: counted?.total ?? 0, page, pageSize }
}
