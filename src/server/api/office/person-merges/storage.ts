import { count, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'
import type { MergePair, TableCount } from './rules.ts'
import { personMerges } from './table.ts'

const [from, into] = [alias(users, 'merged_person'), alias(users, 'staying_person')]
const [merger, undoer] = [alias(users, 'merging_person'), alias(users, 'undoing_person')]
const selectName = (person: typeof from | typeof into | typeof merger | typeof undoer, name: string) =>
  sql<string | null>`${person.firstName} || ' ' || ${person.lastName}`.as(name)

const selectMerges = ({ query }: Database) =>
  query
    .select({
      merge: personMerges,
      fromName: selectName(from, 'from_name'),
      intoName: selectName(into, 'into_name'),
      mergerName: selectName(merger, 'merger_name'),
      undoerName: selectName(undoer, 'undoer_name'),
      /** JSON: rows that an undo left, by table. */
      kept: sql<string>`(select json_group_array(json_object('table', kept_rows.table_name, 'count', kept_rows.count)) from (
        select table_name, count(distinct row_key) as count from person_merge_rows
        where merge_id = ${personMerges.id} and is_kept = 1 group by table_name) kept_rows)`.as('kept_rows'),
    })
    .from(personMerges)
    .leftJoin(from, eq(from.id, personMerges.fromUserId))
    .leftJoin(into, eq(into.id, personMerges.intoUserId))
    .leftJoin(merger, eq(merger.id, personMerges.mergedByUserId))
    .leftJoin(undoer, eq(undoer.id, personMerges.undoneByUserId))

export type MergeRow = Awaited<ReturnType<typeof selectMerges>>[number]
export type StoredMerge = MergeRow['merge']

/** Finds a merge of two people, in any state, with their names; null when there is none. Access is not checked here. */
export async function findMerge(db: Database, id: number): Promise<MergeRow | null> {
  const [row] = await selectMerges(db).where(eq(personMerges.id, id))
  return row ?? null
}

/**
 * Finds the merge of the first person of a pair into the second that is done or being undone; null when there is none.
 */
export async function findLiveMerge(db: Database, { fromUserId, intoUserId }: MergePair): Promise<MergeRow | null> {
  const [row] = await selectMerges(db).where(
    sql`${personMerges.fromUserId} = ${fromUserId} and ${personMerges.intoUserId} = ${intoUserId} and ${personMerges.state} < 2`,
  )
  return row ?? null
}

/**
 * Finds the newest later merge of people that must be undone before this one; null when there is none. It has merged
 * another person into the one who stays, or the one who stays into another.
 */
export async function findLaterMerge(db: Database, { id, intoUserId }: StoredMerge): Promise<MergeRow | null> {
  const [row] = await selectMerges(db)
    .where(
      sql`${personMerges.id} > ${id} and ${personMerges.state} < 2
        and (${personMerges.intoUserId} = ${intoUserId} or ${personMerges.fromUserId} = ${intoUserId})`,
    )
    .orderBy(desc(personMerges.id))
    .limit(1)
  return row ?? null
}

/**
 * Lists a page of all merges of people with their total, undone ones too, the latest first. `page` counts from 1.
 * Access is not checked here.
 */
export async function listMerges(db: Database, page: number, pageSize: number) {
  const [rows, [counted]] = await Promise.all([
    selectMerges(db)
      .orderBy(desc(personMerges.mergedAt), desc(personMerges.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query.select({ total: count() }).from(personMerges),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Parses the JSON of the numbers of rows by table, as of `kept` of a merge, in its order. */
export const parseCounts = (text: string): TableCount[] => JSON.parse(text) as TableCount[]
