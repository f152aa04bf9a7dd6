import { and, asc, countDistinct, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { completedEducations } from '#api/participation/results/views.ts'
import { membershipsColumn } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'
import { rowStatuses } from './rules.ts'
import { importRows } from './table.ts'

/** Selects the numbers of rows, applied rows and added results by status. */
const selectCounts = (db: Database, batchId: number) =>
  db.query
    .select({
      status: importRows.status,
      rows: sql<number>`count(*)`.as('row_total'),
      applied: sql<number>`count(${importRows.appliedAt})`.as('applied_total'),
      added: sql<number>`sum(${importRows.added})`.as('added_total'),
    })
    .from(importRows)
    .where(eq(importRows.batchId, batchId))
    .groupBy(importRows.status)

const selectPeopleCount = (db: Database, batchId: number) =>
  db.query
    .select({ people: countDistinct(importRows.personKey) })
    .from(importRows)
    .where(and(eq(importRows.batchId, batchId), isNotNull(importRows.status)))

/** SQL sort key of a person: errors first, then new educations, new results and existing results. */
const urgency = sql`max(case ${importRows.status} when ${rowStatuses.error} then 3 when ${rowStatuses.newResultAndEducation} then 2
  when ${rowStatuses.newResult} then 1 else 0 end)`

/** SQL: titles of the educations that a person has completed, as JSON. */
const completedTitles = sql<string>`(select json_group_array(title) from (
  select distinct e.title from ${completedEducations} c join ${educationsView} e on e.id = c.education_id
  where c.user_id = users.id order by e.title_key))`

/**
 * Lists a page of the people of an import's checked rows, with at most 5,000 rows about them in the order of the file.
 * `order` has the people's keys: those with errors first, then with new educations, new results and existing results
 * alone, each by their first row. `page` counts from 1. Unchecked rows are left out; `people` has the accounts that
 * the rows were matched with, in no order.
 */
export async function listPeople(db: Database, batchId: number, page: number, pageSize: number) {
  const pageOfPeople = db.query
    .select({ personKey: importRows.personKey })
    .from(importRows)
    .where(and(eq(importRows.batchId, batchId), isNotNull(importRows.status)))
    .groupBy(importRows.personKey)
    .orderBy(sql`${urgency} desc`, sql`min(${importRows.rowNumber})`)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [order, rows, people] = await Promise.all([
    pageOfPeople,
    db.query
      .select()
      .from(importRows)
      .where(
        and(eq(importRows.batchId, batchId), isNotNull(importRows.status), inArray(importRows.personKey, pageOfPeople)),
      )
      .orderBy(asc(importRows.rowNumber))
      .limit(5000),
    db.query
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        pictureFileId: users.pictureFileId,
        isExternal: users.isExternal,
        memberships: sql<string>`${membershipsColumn}`.as('member_of'),
        completedTitles: sql<string>`${completedTitles}`.as('completed_titles'),
      })
      .from(users)
      .where(
        sql`${users.id} in (select r.user_id from import_rows r
          where r.batch_id = ${batchId} and r.status is not null and r.person_key in ${pageOfPeople})`,
      ),
  ])
  return { order: order.flatMap(({ personKey }) => personKey ?? []), rows, people }
}

export type PreviewRows = Awaited<ReturnType<typeof listPeople>>

/** Counts the rows of an import by status, null for unchecked ones, and the different people of the checked rows. */
export async function countBatchRows(db: Database, batchId: number) {
  const [byStatus, [total]] = await Promise.all([selectCounts(db, batchId), selectPeopleCount(db, batchId)])
  return { byStatus, people: total?.people ?? 0 }
}
