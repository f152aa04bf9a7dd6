import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Database, Statement as Write } from '#platform/database.ts'
import { xapiStatements } from './table.ts'

type Row = typeof xapiStatements.$inferSelect

export interface StatementFilter {
  userId: number
  verb: string | null
  activityId: string | null
  registration: string | null
  since: Date | null
  until: Date | null
  ascending: boolean
  limit: number
  /** Sequence of the last statement of the page before. */
  cursor: number | null
}

export async function findStatement(db: Database, id: string, userId: number): Promise<Row | null> {
  const [row] = await db.query
    .select()
    .from(xapiStatements)
    .where(and(eq(xapiStatements.id, id), eq(xapiStatements.userId, userId)))
  return row ?? null
}

export const listStatementsById = (db: Database, ids: readonly string[]): Promise<Row[]> =>
  db.query
    .select()
    .from(xapiStatements)
    // One value whatever the number: D1 binds a hundred at most.
    .where(inArray(xapiStatements.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))

export function listStatements(db: Database, filter: StatementFilter): Promise<Row[]> {
  const beyond = filter.ascending ? gt : lt
  return db.query
    .select()
    .from(xapiStatements)
    .where(
      and(
        eq(xapiStatements.userId, filter.userId),
        eq(xapiStatements.voided, false),
        filter.verb === null ? undefined : eq(xapiStatements.verb, filter.verb),
        filter.activityId === null ? undefined : eq(xapiStatements.activityId, filter.activityId),
        filter.registration === null ? undefined : eq(xapiStatements.registration, filter.registration),
        filter.since === null ? undefined : gt(xapiStatements.storedAt, filter.since),
        filter.until === null ? undefined : lte(xapiStatements.storedAt, filter.until),
        filter.cursor === null ? undefined : beyond(xapiStatements.sequence, filter.cursor),
      ),
    )
    .orderBy(filter.ascending ? asc(xapiStatements.sequence) : desc(xapiStatements.sequence))
    .limit(filter.limit + 1)
}

/** A statement that is there already stays as it is: the same id is the same statement. */
export const insertStatement = (db: Database, row: typeof xapiStatements.$inferInsert): Write =>
  db.query.insert(xapiStatements).values(row).onConflictDoNothing({ target: xapiStatements.id })

export const markVoided = (db: Database, id: string, userId: number): Write =>
  db.query
    .update(xapiStatements)
    .set({ voided: true })
    .where(and(eq(xapiStatements.id, id), eq(xapiStatements.userId, userId)))

/** The newest definition that the person's own statements gave of an activity: nobody names things for others. */
export async function findActivityDefinition(db: Database, activityId: string, userId: number): Promise<unknown> {
  const [row] = await db.query
    .select({ statement: xapiStatements.statement })
    .from(xapiStatements)
    .where(
      and(
        eq(xapiStatements.activityId, activityId),
        eq(xapiStatements.userId, userId),
        eq(xapiStatements.voided, false),
        sql`json_extract(statement, '$.object.definition') is not null`,
      ),
    )
    .orderBy(desc(xapiStatements.sequence))
    .limit(1)
  const object = row?.statement['object'] as { definition?: unknown } | undefined
  return object?.definition
}
