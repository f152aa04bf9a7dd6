import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { mergingPeople, peopleView, recordsOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { cvCodes } from '../table.ts'

/** A code with its holder: the person who stays when the record was merged into another one. */
export interface StoredCvCode {
  id: number
  code: string
  createdAt: Date
  endedAt: Date | null
  shareNonce: string | null
  holderId: number
}

const isOfCaller = (userId: number): SQL => sql`${cvCodes.userId} in ${recordsOfPerson(userId)}`

/** Finds a code, an ended one too; null for an unknown one, and for a person with a protected identity. */
export async function findCvCode(db: Database, code: string): Promise<StoredCvCode | null> {
  const [row] = await db.query
    .select({
      id: cvCodes.id,
      code: cvCodes.code,
      createdAt: cvCodes.createdAt,
      endedAt: cvCodes.endedAt,
      shareNonce: cvCodes.shareNonce,
      holderId: sql<number>`holder.id`.as('holder_id'),
    })
    .from(cvCodes)
    .innerJoin(
      sql`(select cv_record.id as record_id, stays.id, stays.protected_at from ${mergingPeople} cv_record
        join ${peopleView} stays on stays.id = coalesce(cv_record.merged_into, cv_record.id)) holder`,
      sql`holder.record_id = ${cvCodes.userId}`,
    )
    .where(and(eq(cvCodes.code, code), sql`holder.protected_at is null`))
  return row ?? null
}

/**
 * Finds the live code of a person: of several, which merged records have, one with a link, then the latest. Null when
 * there is none.
 */
export async function findLiveCode(db: Database, userId: number) {
  const [row] = await db.query
    .select({ id: cvCodes.id, code: cvCodes.code, createdAt: cvCodes.createdAt, shareNonce: cvCodes.shareNonce })
    .from(cvCodes)
    .where(and(isOfCaller(userId), isNull(cvCodes.endedAt)))
    .orderBy(sql`${cvCodes.shareNonce} is null`, sql`${cvCodes.id} desc`)
    .limit(1)
  return row ?? null
}

/** Returns the statements that give the caller a new code and end the earlier ones, of merged records too. */
export const replaceCode = ({ db, actor, now }: Ctx, code: string): Statement[] => [
  db.query
    .update(cvCodes)
    .set({ endedAt: now, shareNonce: null })
    .where(and(isOfCaller(actor.id), isNull(cvCodes.endedAt))),
  db.query.insert(cvCodes).values({ userId: actor.id, code, createdAt: now }),
]

/** Returns the statement that makes the link of a live code; it does nothing when there is one. */
export const shareCode = ({ db, newId }: Ctx, id: number): Statement =>
  db.query
    .update(cvCodes)
    .set({ shareNonce: newId() })
    .where(and(eq(cvCodes.id, id), isNull(cvCodes.endedAt), isNull(cvCodes.shareNonce)))

/** Returns the statement that revokes the links of all live codes of the caller, of merged records too. */
export const unshareCodes = ({ db, actor }: Ctx): Statement =>
  db.query
    .update(cvCodes)
    .set({ shareNonce: null })
    .where(and(isOfCaller(actor.id), isNotNull(cvCodes.shareNonce)))
