import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { sortKeyOf } from '#locales/sort-key.ts'
import type { Database } from '#platform/database.ts'
import { educations } from '../educations/table.ts'
import { educationResults } from '../results/table.ts'
import { users } from '../users/table.ts'
import { type Known, nameKeyOf, pairOf } from './rules.ts'
import type { StagedRow } from './storage.ts'
import { importRows } from './table.ts'

const among = (values: readonly (string | number)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/** What the portal knows of the people and educations that the rows name. */
export async function knownTo(db: Database, rows: readonly StagedRow[], today: string): Promise<Known> {
  const given = rows.map((row) => row.given)
  const titles = [...new Set(given.map((row) => sortKeyOf(row.education)).filter(Boolean))]
  const codes = [...new Set(given.map((row) => row.education.toLowerCase()).filter(Boolean))]
  const ids = given.map((row) => row.externalPersonId).filter(Boolean)
  const emails = given.filter((row) => !row.externalPersonId).map((row) => row.email.toLowerCase())
  const named = given.filter((row) => !row.externalPersonId && !(row.email && row.lastName)).map(nameKeyOf)
  const [people, byTitle, byCode] = await Promise.all([
    db.query
      .select({
        id: users.id,
        externalPersonId: users.externalPersonId,
        email: users.email,
        lastName: users.lastName,
        nameKey: sql<string>`${users.nameKey}`.as('found_name_key'),
        birthOn: users.birthOn,
      })
      .from(users)
      .where(
        or(
          inArray(users.externalPersonId, among(ids)),
          sql`lower(${users.email}) in ${among(emails.filter(Boolean))}`,
          inArray(users.nameKey, among(named)),
        ),
      ),
    selectEducations(db, inArray(educations.titleKey, among(titles))),
    selectEducations(db, sql`lower(${educations.code}) in ${among(codes)}`),
  ])
  return { people, educations: [...byTitle, ...byCode], today }
}

const selectEducations = (db: Database, which: SQL) =>
  db.query
    .select({
      id: educations.id,
      code: educations.code,
      titleKey: sql<string>`${educations.titleKey}`.as('found_title_key'),
    })
    .from(educations)
    .where(which)
    .orderBy(sql`archived_at is not null`, sql`published_at is null`, educations.id)

/** The pairs of these people that are completed, or that an earlier row of the batch completes. */
export async function takenPairs(db: Database, batchId: number, before: number, userIds: readonly number[]) {
  const [completed, earlier] = await Promise.all([
    db.query
      .select({ userId: educationResults.userId, educationId: educationResults.educationId })
      .from(educationResults)
      .where(and(inArray(educationResults.userId, among(userIds)), eq(educationResults.completed, true))),
    db.query
      .select({
        userId: importRows.userId,
        educationId: importRows.educationId,
        educationKey: importRows.educationKey,
      })
      .from(importRows)
      .where(
        and(
          eq(importRows.batchId, batchId),
          inArray(importRows.userId, among(userIds)),
          lt(importRows.rowNumber, before),
          inArray(importRows.status, [0, 1]),
        ),
      ),
  ])
  return new Set([
    ...completed.map((one) => pairOf({ ...one, educationKey: '' })),
    ...earlier.map((one) => pairOf({ ...one, educationKey: one.educationKey ?? '' })),
  ])
}
