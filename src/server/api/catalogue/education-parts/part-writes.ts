import { eq, type SQL, sql } from 'drizzle-orm'
import { activeEducators } from '#api/people/roles/views.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { type EducationPartInput, partTypes } from './contract.ts'
import { withPartWords } from './rules.ts'
import { educationPartResponsibles, educationParts } from './table.ts'

const sanitizedOrNull = (html: string | null) => (html === null ? null : sanitizeHtml(html))

const toChecklist = ({ type, examChecklist }: EducationPartInput) => {
  if (type !== partTypes.PracticalDrivingExam) return { examChecklist: [] }
  return examChecklist ? { examChecklist } : {}
}

const toColumns = (part: EducationPartInput, now: Date) => ({
  ...withPartWords({ title: part.title }),
  description: sanitizedOrNull(part.description),
  type: part.type,
  feeMinor: Math.round(part.fee * 100),
  mandatory: part.mandatory,
  hoursHundredths: part.hours === null ? null : Math.round(part.hours * 100),
  needsApproval: part.needsApproval,
  completionRule: part.completionRule,
  minimumScore: part.minimumScore,
  startsAgain: part.startsAgain,
  opensWindows: part.opensWindows,
  submissionInstructions: sanitizedOrNull(part.submissionInstructions),
  customQuestions: part.customQuestions,
  ...toChecklist(part),
  changedAt: now,
})

/** SQL: the part that this transaction has just inserted, because SQLite assigns the id after the highest one. */
export const newestPart: SQL<number> = sql`(select max(id) from education_parts)`

/**
 * Returns the statement that inserts a part; its result is the id. Links to educations and responsible educators are
 * separate statements. Amounts are rounded to öre, hours to hundredths, and HTML is sanitised.
 */
export const insertPart = (db: Database, part: EducationPartInput, now: Date) =>
  db.query
    .insert(educationParts)
    .values({ ...toColumns(part, now), createdAt: now })
    .returning({ id: educationParts.id })

/**
 * Returns the statement that updates a part, converted as by `insertPart`. The commit fails as `changed_meanwhile`
 * unless the part has the version `lastChange`. An unknown id changes nothing.
 */
export const updatePart = (db: Database, id: number, part: EducationPartInput, now: Date): Statement =>
  db.query
    .update(educationParts)
    .set({
      ...toColumns(part, now),
      // SQL text here; Drizzle's type is a date.
      changedAt: ifUnmodifiedSince(educationParts.changedAt, part.lastChange, now) as Date,
    })
    .where(eq(educationParts.id, id))

/**
 * Returns whether somebody among the ids is no active educator or administrator, or does not exist; false for an empty
 * list.
 */
export async function hasPeopleWithoutRole(db: Database, userIds: readonly number[]): Promise<boolean> {
  const [row] = await db.rows<{ found: number }>(sql`select exists (
    select 1 from json_each(${JSON.stringify(userIds)}) where value not in ${activeEducators}) as found`)
  return row?.found === 1
}

/**
 * Returns the statements that replace the responsible educators of a part, each once; an empty list leaves none. They
 * must be people who exist: others fail the commit.
 */
export const replaceResponsibles = (
  db: Database,
  id: number | SQL<number>,
  userIds: readonly number[],
): Statement[] => [
  db.query.delete(educationPartResponsibles).where(eq(educationPartResponsibles.educationPartId, id)),
  insertFrom(
    db.query,
    educationPartResponsibles,
    { educationPartId: id, userId: sql`value` },
    sql`from json_each(${JSON.stringify([...new Set(userIds)])})`,
  ),
]
