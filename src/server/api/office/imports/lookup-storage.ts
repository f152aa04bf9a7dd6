import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { educations } from '#api/catalogue/educations/table.ts'
import { completedEducations } from '#api/participation/results/views.ts'
import { users } from '#api/people/users/table.ts'
import { sortKeyOf } from '#locales/sort-key.ts'
import type { Database } from '#platform/database.ts'
import { buildLookupIndex, type LookupIndex, type PersonEducationPair, toNameKey, toPairKey } from './rules.ts'
import type { StagedRow } from './storage.ts'

const jsonList = (values: readonly (string | number)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/**
 * Loads the people and educations that the rows of an import may refer to, indexed by the cells that identify them.
 * Includes inactive people and archived educations; published ones are preferred. A person who was merged away leads to
 * the one who stays. `today` (`yyyy-MM-dd`) is kept in the index: a result of a later day is refused.
 */
export async function loadLookupIndex(db: Database, rows: readonly StagedRow[], today: string): Promise<LookupIndex> {
  const fileRows = rows.map((row) => row.given)
  const titles = [...new Set(fileRows.map((row) => sortKeyOf(row.education)).filter(Boolean))]
  const codes = [...new Set(fileRows.map((row) => row.education.toLowerCase()).filter(Boolean))]
  const ids = fileRows.map((row) => row.externalPersonId).filter(Boolean)
  const emails = fileRows.filter((row) => !row.externalPersonId).map((row) => row.email.toLowerCase())
  const nameKeys = fileRows.filter((row) => !row.externalPersonId && !(row.email && row.lastName)).map(toNameKey)
  const [people, byTitle, byCode] = await Promise.all([
    db.query
      .select({
        // A merged-away person leads to the one who stays.
        id: sql<number>`coalesce(${users.mergedInto}, ${users.id})`.as('found_id'),
        externalPersonId: users.externalPersonId,
        email: users.email,
        lastName: users.lastName,
        nameKey: sql<string>`${users.nameKey}`.as('found_name_key'),
        birthOn: users.birthOn,
      })
      .from(users)
      .where(
        or(
          inArray(users.externalPersonId, jsonList(ids)),
          sql`lower(${users.email}) in ${jsonList(emails.filter(Boolean))}`,
          inArray(users.nameKey, jsonList(nameKeys)),
        ),
      ),
    selectEducations(db, inArray(educations.titleKey, jsonList(titles))),
    selectEducations(db, sql`lower(${educations.code}) in ${jsonList(codes)}`),
  ])
  return buildLookupIndex({ people, educations: [...byTitle, ...byCode], today })
}

const selectEducations = (db: Database, condition: SQL) =>
  db.query
    .select({
      id: educations.id,
      code: educations.code,
      titleKey: sql<string>`${educations.titleKey}`.as('found_title_key'),
    })
    .from(educations)
    .where(condition)
    .orderBy(sql`archived_at is not null`, sql`published_at is null`, educations.id)

/**
 * Returns the keys (`toPairKey`) of those pairs of person and education that are completed already, or that an earlier
 * row of the batch completes. Rows are earlier with a number under `before`, and without an error. Each pair is looked
 * up by index, so that a person with many results costs no more than others.
 */
export async function findCompletedPairs(
  db: Database,
  batchId: number,
  before: number,
  pairs: readonly PersonEducationPair[],
) {
  const byKey = new Map(pairs.map((pair) => [toPairKey(pair), { ...pair, pair: toPairKey(pair) }]))
  const userId = sql`input.value ->> 'userId'`
  const educationId = sql`input.value ->> 'educationId'`
  const educationKey = sql`input.value ->> 'educationKey'`
  const rows = await db.rows<{ pair: string }>(sql`
    select input.value ->> 'pair' as pair from json_each(${JSON.stringify([...byKey.values()])}) input
    where exists (select 1 from ${completedEducations} c
        where c.user_id = ${userId} and c.education_id = ${educationId})
      or exists (select 1 from import_rows r
        where r.batch_id = ${batchId} and r.user_id = ${userId} and r.status < 2 and r.row_number < ${before}
          and coalesce(r.education_id, r.education_key) = coalesce(${educationId}, ${educationKey}))`)
  return new Set(rows.map(({ pair }) => pair))
}
