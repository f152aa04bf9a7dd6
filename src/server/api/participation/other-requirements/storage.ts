import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import type { OtherRequirementResult } from './contract.ts'
import { otherRequirementResults, otherRequirements } from './table.ts'

const columns = {
  id: otherRequirements.id,
  name: otherRequirements.name,
  description: otherRequirements.description,
  validityMonths: otherRequirements.validityMonths,
  documentRequired: otherRequirements.documentRequired,
  active: otherRequirements.active,
}

/** Lists the requirements that are met outside the portal (`other_requirements`) by name, active or not. */
export const listRequirements = (db: Database) =>
  db.query.select(columns).from(otherRequirements).orderBy(asc(otherRequirements.name), asc(otherRequirements.id))

type RequirementValues = Omit<typeof otherRequirements.$inferInsert, 'id'>

/**
 * Returns the statement that inserts a requirement that is met outside the portal (`other_requirements`); its result is
 * the row.
 */
export const insertRequirement = (db: Database, row: RequirementValues) =>
  db.query.insert(otherRequirements).values(row).returning(columns)

/**
 * Returns the statement that updates the given columns of a requirement that is met outside the portal
 * (`other_requirements`); its result is the row, or none for an unknown id. No version is compared: a later save wins.
 */
export const updateRequirement = (db: Database, id: number, row: RequirementValues) =>
  db.query.update(otherRequirements).set(row).where(eq(otherRequirements.id, id)).returning(columns)

/**
 * Finds a requirement that is met outside the portal (`other_requirements`) by id, active or not; null when there is
 * none.
 */
export async function findRequirement(db: Database, id: number) {
  const [row] = await db.query.select(columns).from(otherRequirements).where(eq(otherRequirements.id, id))
  return row ?? null
}

const selectResults = (db: Database, condition: SQL | undefined) =>
  db.query
    .select({ result: otherRequirementResults, name: sql<string>`other_requirements.name` })
    .from(otherRequirementResults)
    .innerJoin(otherRequirements, eq(otherRequirements.id, otherRequirementResults.otherRequirementId))
    .where(condition)
    .orderBy(desc(otherRequirementResults.completedOn), desc(otherRequirementResults.id))

type ResultRow = Awaited<ReturnType<typeof selectResults>>[number]

const resultFrom = ({ result, name }: ResultRow): OtherRequirementResult => ({
  id: result.id,
  otherRequirementId: result.otherRequirementId,
  otherRequirementName: name,
  userId: result.userId,
  completed: result.completed,
  completedDate: result.completedOn,
  validTo: result.validToOn,
  note: result.note,
  registeredByUserId: result.registeredByUserId,
})

/**
 * Lists a person's results on requirements that are met outside the portal, latest first, expired and not completed
 * ones too. Access is not checked here.
 */
export const listResults = async (db: Database, userId: number) =>
  (await selectResults(db, eq(otherRequirementResults.userId, userId))).map(resultFrom)

/**
 * Finds a person's result on a requirement that is met outside the portal, by id; null when it is not the person's.
 * Access is not checked here.
 */
export async function findResult(
  db: Database,
  userId: number,
  resultId: number,
): Promise<OtherRequirementResult | null> {
  const { id, userId: holder } = otherRequirementResults
  const [row] = await selectResults(db, and(eq(id, resultId), eq(holder, userId)))
  return row ? resultFrom(row) : null
}

/**
 * Returns the statement that inserts a person's result on a requirement that is met outside the portal. It replaces
 * that of the same requirement and day. Only the time of creation stays. Its result is the id.
 */
export const upsertResult = (db: Database, row: typeof otherRequirementResults.$inferInsert) =>
  db.query
    .insert(otherRequirementResults)
    .values(row)
    .onConflictDoUpdate({
      target: [
        otherRequirementResults.userId,
        otherRequirementResults.otherRequirementId,
        otherRequirementResults.completedOn,
      ],
      set: {
        completed: row.completed ?? true,
        validToOn: row.validToOn ?? null,
        note: row.note ?? null,
        registeredByUserId: row.registeredByUserId ?? null,
      },
    })
    .returning({ id: otherRequirementResults.id })

/**
 * Returns the statement that deletes a person's result on a requirement that is met outside the portal; an unknown id
 * deletes nothing. Access is not checked here.
 */
export const removeResult = (db: Database, id: number): Statement =>
  db.query.delete(otherRequirementResults).where(eq(otherRequirementResults.id, id))
