import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { occasionOrders } from '#api/catalogue/occasions/rules.ts'
import {
  selectOccasionHeads,
  selectOccasions,
  toOccasion,
  toOccasionConditions,
} from '#api/catalogue/occasions/storage.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { isDescending } from '#api/list-order.ts'
import { orderInDirection } from '#api/order-by.ts'
import { selectSortKey } from '#api/text-conditions.ts'
import type { Database } from '#platform/database.ts'
import type { ExportedOccasions, OrganizedOccasionQuery } from './contract.ts'
import { isReachable } from './storage.ts'

const orderColumns = {
  start: [occasions.startsAt],
  occasion: [selectSortKey(sql`coalesce(occasions.title, education_parts.title)`), occasions.startsAt],
  city: [selectSortKey(occasions.city), occasions.startsAt],
  places: [occasions.bookedCount, occasions.startsAt],
}

const toConditions = (actor: Actor, filter: OrganizedOccasionQuery) =>
  and(...toOccasionConditions(filter), isReachable(actor))

const toOrder = (filter: OrganizedOccasionQuery) =>
  orderInDirection(isDescending(occasionOrders, filter), ...orderColumns[filter.sort], occasions.id)

/**
 * Lists a page of the occasions that match the filter and that the actor leads or may manage, with their total number.
 * They are in the query's order, then by id. `page` counts from 1. Cancelled and past ones are included.
 */
export async function listOrganizedOccasions(db: Database, actor: Actor, filter: OrganizedOccasionQuery) {
  const { page, pageSize } = filter
  const conditions = toConditions(actor, filter)
  // The page is chosen first: SQLite computes the columns of each row that it sorts.
  const ids = db.query
    .select({ id: occasions.id })
    .from(occasions)
    .innerJoin(educationParts, eq(educationParts.id, occasions.educationPartId))
    .where(conditions)
    .orderBy(...toOrder(filter))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [rows, [counted]] = await Promise.all([
    selectOccasions(db, actor)
      .where(inArray(occasions.id, ids))
      .orderBy(...toOrder(filter)),
    db.query
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(occasions)
      .where(conditions),
  ])
  return { items: rows.map(toOccasion), total: counted?.total ?? 0, page, pageSize }
}

const isAmong = (ids: readonly number[]) =>
  sql`${occasions.id} in (select value from json_each(${JSON.stringify(ids)}))`

/**
 * Lists at most `limit` occasions of a query, like those of `listOrganizedOccasions` and in the same order, with only
 * what a file shows; of these only `occasionIds` when there are any.
 */
export function listOccasionsToExport(
  db: Database,
  actor: Actor,
  { occasionIds, ...query }: ExportedOccasions,
  limit: number,
) {
  const filter = { ...query, page: 1, pageSize: limit }
  return selectOccasionHeads(db, actor)
    .where(and(toConditions(actor, filter), occasionIds.length > 0 ? isAmong(occasionIds) : undefined))
    .orderBy(...toOrder(filter))
    .limit(limit)
}
