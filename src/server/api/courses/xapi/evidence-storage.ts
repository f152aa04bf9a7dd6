import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { EarlierStatement } from './cmi5/session-rules.ts'
import { completionVerbs } from './completion.ts'
import type { Launch } from './launch-storage.ts'
import { type Statement, type StoredStatement, targetIdOf } from './statement.ts'
import { voidingVerb } from './statement-rules/statement.ts'
import { ofLaunch } from './statement-scope.ts'
import { xapiStatements } from './table.ts'

/** A stored statement about one activity that could complete something. */
export interface EvidenceStatement extends Pick<Statement, 'verb' | 'object' | 'result'> {
  /** In lower case. */
  id: string
  isCmi5Defined: boolean
}

/**
 * Lists a person's statements in an attempt with a verb that can complete something, the oldest first. Voided ones and
 * those without an activity are left out. `registration` is in any case of letters.
 */
export async function listEvidenceStatements(
  db: Database,
  userId: number,
  registration: string,
): Promise<EvidenceStatement[]> {
  const rows = await db.query
    .select({
      id: xapiStatements.id,
      activityId: xapiStatements.activityId,
      verb: xapiStatements.verb,
      result: sql<string | null>`json_extract(${xapiStatements.statement}, '$.result')`,
      isCmi5Defined: xapiStatements.isCmi5Defined,
    })
    .from(xapiStatements)
    .where(
      and(
        eq(xapiStatements.registration, registration.toLowerCase()),
        eq(xapiStatements.userId, userId),
        eq(xapiStatements.voided, false),
        inArray(xapiStatements.verb, [...completionVerbs]),
      ),
    )
    .orderBy(xapiStatements.sequence)
  return rows.flatMap(({ id, activityId, verb, result, isCmi5Defined }) => {
    if (activityId === null) return []
    // A stored result has been validated, so this cast is safe.
    const parsed = result === null ? {} : { result: JSON.parse(result) as NonNullable<Statement['result']> }
    return [{ id, verb: { id: verb }, object: { id: activityId }, isCmi5Defined, ...parsed }]
  })
}

/**
 * Returns the ids, in lower case, of the statements of a batch that are void: a stored voiding statement or one of the
 * batch names them. Of a launch, voiding statements of its own person and course count, and those without a person.
 */
export async function findVoidedIds(
  db: Database,
  statements: readonly StoredStatement[],
  launch: Launch,
): Promise<Set<string>> {
  const ids = JSON.stringify(statements.map(({ id }) => id.toLowerCase()))
  const rows = await db.query
    .selectDistinct({ targetId: xapiStatements.targetId })
    .from(xapiStatements)
    .where(
      and(
        sql`${xapiStatements.targetId} in (select value from json_each(${ids}))`,
        eq(xapiStatements.verb, voidingVerb),
        or(isNull(xapiStatements.userId), ofLaunch(launch)),
      ),
    )
  const sent = statements.filter(({ verb }) => verb.id === voidingVerb).map(targetIdOf)
  return new Set([...rows.map(({ targetId }) => targetId), ...sent].flatMap((id) => id ?? []))
}

/**
 * Lists the activities of a person's attempt that have at least one statement, in no order. Voided statements start
 * nothing (xAPI 1.0.3, part one, 2.3.2). Empty for an unknown registration.
 */
export async function listStartedActivities(db: Database, userId: number, registration: string): Promise<string[]> {
  const rows = await db.query
    .selectDistinct({ activityId: xapiStatements.activityId })
    .from(xapiStatements)
    .where(
      and(
        eq(xapiStatements.registration, registration.toLowerCase()),
        eq(xapiStatements.userId, userId),
        eq(xapiStatements.voided, false),
      ),
    )
  return rows.flatMap(({ activityId }) => activityId ?? [])
}

/**
 * Lists the cmi5-defined statements about one activity in an attempt, of any session, the oldest first, without voided
 * ones. `timestamp` is ISO 8601; `session` is empty text without one.
 */
export async function listDefinedStatements(
  db: Database,
  registration: string,
  activityId: string,
): Promise<EarlierStatement[]> {
  const rows = await db.query
    .select({
      verb: xapiStatements.verb,
      session: xapiStatements.session,
      timestamp: sql<string>`json_extract(${xapiStatements.statement}, '$.timestamp')`,
    })
    .from(xapiStatements)
    .where(
      and(
        eq(xapiStatements.registration, registration.toLowerCase()),
        eq(xapiStatements.activityId, activityId),
        eq(xapiStatements.isCmi5Defined, true),
        eq(xapiStatements.voided, false),
      ),
    )
    .orderBy(xapiStatements.sequence)
  return rows.map(({ verb, session, timestamp }) => ({ verb, session: session ?? '', timestamp }))
}

/**
 * Lists the activities of the blocks and courses with a cmi5-defined statement of this verb in an attempt, in no order.
 * Voided statements satisfy nothing (xAPI 1.0.3, part one, 2.3.2). `satisfied` is the IRI of that verb.
 */
export async function listSatisfiedActivities(
  db: Database,
  registration: string,
  satisfied: string,
): Promise<string[]> {
  const rows = await db.query
    .select({ activityId: xapiStatements.activityId })
    .from(xapiStatements)
    .where(
      and(
        eq(xapiStatements.registration, registration.toLowerCase()),
        eq(xapiStatements.verb, satisfied),
        eq(xapiStatements.isCmi5Defined, true),
        eq(xapiStatements.voided, false),
      ),
    )
  return rows.flatMap(({ activityId }) => activityId ?? [])
}

/**
 * Returns the time when the latest statement of a cmi5 session was stored; null when there is none. Voided statements
 * count too: the session lasted until its last statement of any kind (cmi5, 9.3.6).
 */
export async function findLastStatementTime(db: Database, session: string): Promise<Date | null> {
  const [row] = await db.query
    .select({ at: sql<string | null>`max(${xapiStatements.storedAt})` })
    .from(xapiStatements)
    .where(eq(xapiStatements.session, session))
  return row?.at ? new Date(row.at) : null
}
