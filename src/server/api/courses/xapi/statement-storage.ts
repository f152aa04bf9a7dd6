import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement as Write } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import { agentKey } from './agent.ts'
import { selectAgentKeys } from './agent-keys.ts'
import type { Launch } from './launch-storage.ts'
import type { Activity, Actor } from './statement.ts'
import { voidingVerb } from './statement-rules/statement.ts'
import { ofLaunch, ofProtected, type StatementScope, within } from './statement-scope.ts'
import { xapiReferences, xapiStatements } from './table.ts'

/** A stored statement. */
export type StatementRow = typeof xapiStatements.$inferSelect

export interface StatementFilter {
  agent: string | null
  verb: string | null
  activity: string | null
  registration: string | null
  /** Whether agents and activities in the context or in a sub-statement match too. */
  relatedAgents: boolean
  relatedActivities: boolean
  /** Exclusive, by the time of storing. */
  since: Date | null
  /** Inclusive, by the time of storing. */
  until: Date | null
  ascending: boolean
  limit: number
  /** Sequence of the last statement of the previous page. */
  cursor: number | null
}

/** Binds any number of values as one parameter: D1 allows a hundred. */
const listed = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/** Finds an xAPI statement by id within the scope, voided or not; null when there is none. */
export async function findStatement(db: Database, id: string, scope: StatementScope): Promise<StatementRow | null> {
  const [row] = await db.query
    .select()
    .from(xapiStatements)
    .where(and(eq(xapiStatements.id, id.toLowerCase()), within(scope)))
  return row ?? null
}

/** Lists xAPI statements of any scope by ids in lower case, in no order, voided ones too; unknown ids are left out. */
export const listStatementsById = (db: Database, ids: readonly string[]): Promise<StatementRow[]> =>
  db.query
    .select()
    .from(xapiStatements)
    .where(inArray(xapiStatements.id, listed(ids)))

/** SQL condition: a statement refers to one of the keys, a list in parentheses. */
const isReferred = (kind: 'agent' | 'activity', keys: SQL, related: boolean): SQL =>
  sql`${xapiStatements.sequence} in (select sequence from xapi_references
    where kind = ${kind} and key in ${keys} and is_related in (0, ${related ? 1 : 0}))`

/** Filters on a statement itself, without its scope and time. */
const fits = (filter: StatementFilter, { origin }: StatementScope): SQL | undefined =>
  and(
    filter.verb === null ? undefined : eq(xapiStatements.verb, filter.verb),
    filter.registration === null ? undefined : eq(xapiStatements.registration, filter.registration.toLowerCase()),
    filter.agent === null
      ? undefined
      : isReferred('agent', selectAgentKeys(filter.agent, origin), filter.relatedAgents),
    filter.activity === null ? undefined : isReferred('activity', sql`(${filter.activity})`, filter.relatedActivities),
  )

/** A statement that refers to a match is returned even when its target is voided (xAPI 1.0.3, part three, 2.1.3). */
function refersToOneThat(fit: SQL, scope: StatementScope): SQL {
  return sql`exists (with recursive targets(id) as (
      select ${sql.raw('referring.target_id')} union
      select next.target_id from xapi_statements next join targets on next.id = targets.id where next.target_id is not null)
    select 1 from targets join xapi_statements on xapi_statements.id = targets.id
    where ${and(fit, within(scope)) ?? sql`true`})`
}

/**
 * Lists the xAPI statements that match a filter within the scope, by the order of storing, newest first unless
 * `ascending`. Statements that refer to a matching one are listed too; voided ones are not. `since` (exclusive) and
 * `until` (inclusive) are times of storing; `cursor` is the last sequence of the previous page. Returns at most one
 * more than `limit`, so that the caller knows whether there is a next page.
 */
export async function listStatements(
  db: Database,
  filter: StatementFilter,
  scope: StatementScope,
): Promise<StatementRow[]> {
  const beyond = filter.ascending ? gt : lt
  const page = (...conditions: (SQL | undefined)[]) =>
    db.query
      .select()
      .from(xapiStatements)
      .where(
        and(
          within(scope),
          eq(xapiStatements.voided, false),
          filter.since === null ? undefined : gt(xapiStatements.storedAt, filter.since),
          filter.until === null ? undefined : lte(xapiStatements.storedAt, filter.until),
          filter.cursor === null ? undefined : beyond(xapiStatements.sequence, filter.cursor),
          ...conditions,
        ),
      )
      .orderBy(filter.ascending ? asc(xapiStatements.sequence) : desc(xapiStatements.sequence))
      .limit(filter.limit + 1)
  const fit = fits(filter, scope)
  if (!fit) return page()
  const refersToMatch = sql`${xapiStatements.sequence} in (select referring.sequence from xapi_statements referring
    where referring.target_id is not null and ${refersToOneThat(fit, scope)})`
  const [own, others] = await Promise.all([page(fit), page(isNotNull(xapiStatements.targetId), refersToMatch)])
  const rows = new Map([...own, ...others].map((row) => [row.sequence, row]))
  const sign = filter.ascending ? 1 : -1
  return [...rows.values()].sort((a, b) => sign * (a.sequence - b.sequence)).slice(0, filter.limit + 1)
}

export interface NewStatement {
  id: string
  userId: number | null
  educationPartId: number | null
  educatorMaterialId: number | null
  integrationAccountId: number | null
  registration: string | null
  activityId: string | null
  targetId: string | null
  verb: string
  statement: unknown
  storedAt: string
  session: string | null
  isCmi5Defined: boolean
}

/**
 * Returns the statements that save xAPI statements, in portions: a course that was offline sends hundreds at once. An
 * id that is stored already fails the commit. `insertReferences` and attachments are separate.
 */
export const insertStatements = (db: Database, rows: readonly NewStatement[]): Write[] =>
  toJsonParameters(rows).map((portion) =>
    insertFrom(
      db.query,
      xapiStatements,
      {
        id: sql`value ->> 'id'`,
        userId: sql`value ->> 'userId'`,
        educationPartId: sql`value ->> 'educationPartId'`,
        educatorMaterialId: sql`value ->> 'educatorMaterialId'`,
        registration: sql`value ->> 'registration'`,
        activityId: sql`value ->> 'activityId'`,
        verb: sql`value ->> 'verb'`,
        voided: 0,
        statement: sql`value -> 'statement'`,
        storedAt: sql`value ->> 'storedAt'`,
        targetId: sql`value ->> 'targetId'`,
        integrationAccountId: sql`value ->> 'integrationAccountId'`,
        session: sql`value ->> 'session'`,
        isCmi5Defined: sql`value ->> 'isCmi5Defined'`,
      },
      sql`from json_each(${portion})`,
    ),
  )

export interface NewReference {
  id: string
  kind: 'agent' | 'activity'
  key: string
  isRelated: boolean
}

/**
 * Returns the statements that save references of statements that an earlier write of the same commit inserts. A
 * reference says by which agent, activity or other key a statement is found. References to statements that are not
 * stored are left out.
 */
export const insertReferences = (db: Database, references: readonly NewReference[]): Write[] =>
  toJsonParameters(references).map((portion) =>
    insertFrom(
      db.query,
      xapiReferences,
      {
        kind: sql`value ->> 'kind'`,
        key: sql`value ->> 'key'`,
        isRelated: sql`value ->> 'isRelated'`,
        sequence: sql`s.sequence`,
      },
      sql`from json_each(${portion}) join xapi_statements s on s.id = value ->> 'id'`,
    ),
  )

/**
 * Returns the statement that marks those of the given xAPI statements as voided that a stored voiding statement names.
 * Voiding statements cannot be voided. A statement of a launch voids only those of its person in its part or material;
 * one without a person voids any.
 */
export const markVoided = (db: Database, ids: readonly string[]): Write =>
  db.query
    .update(xapiStatements)
    .set({ voided: true })
    .where(
      and(
        inArray(xapiStatements.id, listed(ids)),
        sql`${xapiStatements.verb} <> ${voidingVerb}`,
        sql`exists (select 1 from xapi_statements v where v.target_id = xapi_statements.id and v.verb = ${voidingVerb}
          and (v.user_id is null or (v.user_id = xapi_statements.user_id
            and v.education_part_id is xapi_statements.education_part_id
            and v.educator_material_id is xapi_statements.educator_material_id)))`,
      ),
    )

/** Number of the newest statements of an activity or agent that are searched for definitions and names. */
const maxStatementsSearched = 20

/**
 * Lists the definitions of activities in their newest 20 statements with one, by activity id, the newest last. With a
 * launch only statements of its person in its course count, otherwise all; voided ones do not count. Activities without
 * a definition are missing from the map.
 */
export async function listDefinitions(
  db: Database,
  activityIds: readonly string[],
  launch: Launch | null,
): Promise<Map<string, NonNullable<Activity['definition']>[]>> {
  const rows = await db.rows<{ id: string; definition: string }>(sql`select id, definition from (
      select activity_id as id, json_extract(statement, '$.object.definition') as definition, sequence,
        row_number() over (partition by activity_id order by sequence desc) as age
      from ${xapiStatements} where ${and(
        inArray(xapiStatements.activityId, listed(activityIds)),
        eq(xapiStatements.voided, false),
        sql`json_extract(statement, '$.object.definition') is not null`,
        launch ? ofLaunch(launch) : undefined,
      )}) where age <= ${maxStatementsSearched} order by sequence`)
  const definitions = new Map<string, NonNullable<Activity['definition']>[]>()
  for (const { id, definition } of rows) definitions.set(id, [...(definitions.get(id) ?? []), JSON.parse(definition)])
  return definitions
}

/**
 * Lists the names of an agent or group, by its key, in the newest 20 statements that have it as actor or object. Newest
 * first; repeated names remain. Voided statements and those of people with protected identity are left out; `origin`
 * is that of `namingOrigin`.
 */
export async function listAgentNames(db: Database, key: string, origin: string): Promise<string[]> {
  const rows = await db.rows<{ actor: string; object: string }>(sql`select
      json_extract(s.statement, '$.actor') as actor, json_extract(s.statement, '$.object') as object
    from xapi_references r join xapi_statements s on s.sequence = r.sequence
    where r.kind = 'agent' and r.key = ${key} and r.is_related = 0 and s.voided = 0
      and r.sequence not in ${ofProtected(origin)} order by r.sequence desc limit ${maxStatementsSearched}`)
  // A group is referenced by its members too, and has another name.
  const actors: Actor[] = rows.flatMap(({ actor, object }) => [JSON.parse(actor), JSON.parse(object)])
  return actors.filter((one) => agentKey(one) === key).flatMap(({ name }) => name ?? [])
}
