import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { isReadableResult } from '#api/participation/results/storage.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { administers } from '#api/people/reach/within-reach.ts'
import { peopleView } from '#api/people/users/views.ts'
import { contains, toSortKey } from '#api/text-conditions.ts'
import type { Database, Statement } from '#platform/database.ts'
import { queryRows } from '#platform/query-rows.ts'
import { courseStandings } from '../table.ts'
import type { LearnerCursor, LearnerSort } from './rules.ts'

/** A person who is signed up for a part. */
export interface SignedUpPerson {
  userId: number
  name: string
  /** Null once the part is completed, unless the actor administers the person. */
  email: string | null
  /** The person's latest sign-up. */
  resultId: number
  completedAt: Date | null
  /** Number of statements. */
  statementCount: number
  /** Sort key of the row. */
  key: string
}

export interface LearnerQuery {
  educationPartId: number
  sort: LearnerSort
  /** Words that occur in the name. */
  search?: string
  userId?: number
  after?: LearnerCursor | null
  atMost: number
}

interface Order {
  column: SQL
  isFalling: boolean
  isNumber: boolean
}

/** Each order has its own index. */
const orders: Record<LearnerSort, Order> = {
  lastSeen: { column: sql`standing.last_at`, isFalling: true, isNumber: false },
  name: { column: sql`standing.name_key`, isFalling: false, isNumber: false },
  score: { column: sql`standing.score`, isFalling: true, isNumber: true },
  progress: { column: sql`standing.progress`, isFalling: true, isNumber: true },
  behind: { column: sql`standing.progress`, isFalling: false, isNumber: true },
  signedUp: { column: sql`standing.result_id`, isFalling: true, isNumber: true },
}

const live = (actor: Actor): SQL => sql`education_part_results.user_id = standing.user_id
  and education_part_results.education_part_id = standing.education_part_id
  and education_part_results.canceled = 0 and ${isReadableResult(actor)}`

const wordsIn = (search: string) => search.split(/\s+/).filter(Boolean).slice(0, 8)

const behind = ({ column, isFalling, isNumber }: Order, { userId, key }: LearnerCursor): SQL => {
  const value = isNumber ? Number(key) || 0 : key
  const than = sql.raw(isFalling ? '<' : '>')
  return sql`(${column}, standing.user_id) ${than} (${value}, ${userId})`
}

/**
 * Builds the query of at most `atMost` people signed up for a part whose results the actor may read. They are in the
 * order of the query, after its cursor. `statementCount` counts voided statements too; `email` is null for a person who
 * has completed the part, unless the actor administers the person. Reads by the index of the order, so that no more
 * rows are read. Of the search, the first eight words count; each must occur in the name.
 */
export function buildSignedUpQuery(actor: Actor, query: LearnerQuery): SQL {
  const { educationPartId, sort, search = '', userId, after, atMost } = query
  const order = orders[sort]
  const conditions = [
    sql`standing.education_part_id = ${educationPartId}`,
    ...(userId === undefined ? [] : [sql`standing.user_id = ${userId}`]),
    ...wordsIn(search).map((word) => contains(sql`standing.name_key`, toSortKey(word))),
    ...(after ? [behind(order, after)] : []),
    sql`exists (select 1 from ${partResultsView} education_part_results where ${live(actor)})`,
  ]
  const way = sql.raw(order.isFalling ? 'desc' : 'asc')
  return sql`
    select page.*, users.first_name || ' ' || users.last_name as name,
      case when page.completedAt is null or ${administers(actor, sql`page.userId`)} then users.email end as email,
      (select count(*) from xapi_statements t where t.user_id = page.userId
        and t.education_part_id = ${educationPartId}) as statementCount
    from (select standing.user_id as userId, standing.result_id as resultId, ${order.column} as key,
        (select max(completed_at) from ${partResultsView} education_part_results where ${live(actor)}) as completedAt
      from course_standings standing where ${sql.join(conditions, sql` and `)}
      order by ${order.column} ${way}, standing.user_id ${way} limit ${atMost}) page
    join ${peopleView} users on users.id = page.userId order by page.key ${way}, page.userId ${way}`
}

type SignedUpRow = Omit<SignedUpPerson, 'completedAt' | 'key'> & { completedAt: string | null; key: string | number }

/**
 * Lists at most `atMost` people signed up for a part whose results the actor may read, in the order of the query, after
 * its cursor. `email` is null for a person who has completed the part, unless the actor administers the person.
 * Cancelled results do not count. `key` is the cursor's value.
 */
export async function listSignedUpPeople(db: Database, actor: Actor, query: LearnerQuery): Promise<SignedUpPerson[]> {
  const columns = ['userId', 'name', 'email', 'resultId', 'completedAt', 'statementCount', 'key'] as const
  const rows = await queryRows<SignedUpRow>(db, columns, buildSignedUpQuery(actor, query))
  return rows.map(({ completedAt, key, ...row }) => ({
    ...row,
    key: String(key),
    completedAt: completedAt === null ? null : new Date(completedAt),
  }))
}

export type DueStanding = Pick<SignedUpPerson, 'userId' | 'completedAt' | 'statementCount'>

/**
 * Lists at most `atMost` people of a part with statements since their standing was updated, by id. Each has the time of
 * completion, null without one, and the number of statements, voided ones too. Cancelled results do not count; access
 * is not checked here.
 */
export async function listDueStandings(db: Database, educationPartId: number, atMost: number): Promise<DueStanding[]> {
  const columns = ['userId', 'completedAt', 'statementCount'] as const
  const rows = await queryRows<Omit<DueStanding, 'completedAt'> & { completedAt: string | null }>(
    db,
    columns,
    sql`
    select standing.user_id as userId,
      (select max(completed_at) from ${partResultsView} r where r.user_id = standing.user_id
        and r.education_part_id = standing.education_part_id and r.canceled = 0) as completedAt,
      (select count(*) from xapi_statements t where t.user_id = standing.user_id
        and t.education_part_id = standing.education_part_id) as statementCount
    from course_standings standing where standing.education_part_id = ${educationPartId} and standing.due is not null
    order by standing.user_id limit ${atMost}`,
  )
  return rows.map((row) => ({ ...row, completedAt: row.completedAt === null ? null : new Date(row.completedAt) }))
}

/**
 * Returns the statement that marks due standings of a part as being updated by one worker, whose random name is `by`.
 * It takes over the claims of others. A later xAPI statement clears the name, so the standing stays due; people without
 * a due standing are left out.
 */
export const claimStandings = (
  db: Database,
  educationPartId: number,
  userIds: readonly number[],
  by: string,
): Statement =>
  db.query
    .update(courseStandings)
    .set({ due: by })
    .where(
      and(
        eq(courseStandings.educationPartId, educationPartId),
        sql`${courseStandings.userId} in (select value from json_each(${JSON.stringify(userIds)}))`,
        isNotNull(courseStandings.due),
      ),
    )

export interface Standing {
  userId: number
  lastAt: string
  score: number
  progress: number
}

/**
 * Returns the statement that saves standings of a part and makes them current, except those with statements since `by`
 * claimed them. `standings` should have all that `by` has claimed: the last time, score and progress of the others
 * become null.
 */
export function saveStandings(
  db: Database,
  educationPartId: number,
  standings: readonly Standing[],
  by: string,
): Statement {
  const values = JSON.stringify(Object.fromEntries(standings.map((one) => [one.userId, one])))
  const own = (name: keyof Standing) =>
    sql`json_extract(${values}, '$."' || ${courseStandings.userId} || '".' || ${name})`
  return db.query
    .update(courseStandings)
    .set({ lastAt: own('lastAt'), score: own('score'), progress: own('progress'), due: null })
    .where(and(eq(courseStandings.educationPartId, educationPartId), eq(courseStandings.due, by)))
}

/** Counts the standings of a part that are not current, claimed ones too. */
export async function countDueStandings(db: Database, educationPartId: number): Promise<number> {
  const [row] = await db.query
    .select({ due: sql<number>`count(*)` })
    .from(courseStandings)
    .where(and(eq(courseStandings.educationPartId, educationPartId), isNotNull(courseStandings.due)))
  return row?.due ?? 0
}
