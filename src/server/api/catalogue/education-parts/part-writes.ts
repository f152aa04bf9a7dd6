import { eq, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { sanitizeHtml } from '#platform/sanitize.ts'
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

/** Inserts a part and returns its id. */
export async function insertPart(db: Database, part: EducationPartInput, now: Date): Promise<number> {
  const [row] = await db.query
    .insert(educationParts)
    .values({ ...toColumns(part, now), createdAt: now })
    .returning({ id: educationParts.id })
  if (!row) throw new Error('the part was not inserted')
  return row.id
}

/** Updates a part. The whole commit is refused unless the part still has the version `lastChange`. */
export const updatePart = (db: Database, id: number, part: EducationPartInput, now: Date): Statement =>
  db.query
    .update(educationParts)
    .set({
      ...toColumns(part, now),
      // SQL text here; Drizzle's type is a date.
      changedAt: ifUnmodifiedSince(educationParts.changedAt, part.lastChange, now) as Date,
    })
    .where(eq(educationParts.id, id))

/** Replaces the responsible educators of a part. */
export const replaceResponsibles = (db: Database, id: number, userIds: readonly number[]): Statement[] => [
  db.query.delete(educationPartResponsibles).where(eq(educationPartResponsibles.educationPartId, id)),
  insertFrom(
    db.query,
    educationPartResponsibles,
    { educationPartId: id, userId: sql`value` },
    sql`from json_each(${JSON.stringify([...new Set(userIds)])})`,
  ),
]
