import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { removeScans } from '#api/foundation/scans/storage.ts'
import { users } from '#api/people/users/table.ts'
import { endsWith } from '#api/text-conditions.ts'
import { toPrefixMatch, toQueryWords } from '#api/text-matching.ts'
import type { Database } from '#platform/database.ts'
import { completionVerbs } from '../completion.ts'
import { courseAttempts, launches, xapiAttachments, xapiDocuments, xapiReferences, xapiStatements } from '../table.ts'

export interface OfficeStatementFilter {
  /** The beginnings of a person's names, without regard to case and accents. */
  name: string | null
  userId: number | null
  educationPartId: number | null
  /** IRI of the verb, or its last segment. */
  verb: string | null
  from: Date | null
  to: Date | null
  /** By default the newest statement is first. */
  isOldestFirst?: boolean
}

/** SQL condition: the person of the statement has names that begin with the words of a search; false without words. */
function isOfNamed(name: string): SQL {
  const words = toQueryWords(name)
  if (words.length === 0) return sql`false`
  return sql`${xapiStatements.userId} in (select rowid from users_words where users_words match ${toPrefixMatch(words)})`
}

const matches = ({ name, userId, educationPartId, verb, from, to }: OfficeStatementFilter): SQL | undefined =>
  and(
    name === null ? undefined : isOfNamed(name),
    userId === null ? undefined : eq(xapiStatements.userId, userId),
    educationPartId === null ? undefined : eq(xapiStatements.educationPartId, educationPartId),
    verb === null ? undefined : or(eq(xapiStatements.verb, verb), endsWith(xapiStatements.verb, `/${verb}`)),
    from === null ? undefined : gte(xapiStatements.storedAt, from),
    to === null ? undefined : lte(xapiStatements.storedAt, to),
  )

/**
 * Lists at most `limit` xAPI statements for the office, the newest first by default, beyond the sequence number
 * `after`; null begins with the first. Filters that are null admit all. `from` and `to` are times of storing, both
 * inclusive; `verb` is an IRI or its last segment. Voided ones and those of protected people are included. `userName`
 * and `title` (of the part) are null without one. Access is not checked here.
 */
export function listOfficeStatements(
  db: Database,
  question: OfficeStatementFilter,
  after: number | null,
  limit: number,
) {
  const [direction, isBeyond] = question.isOldestFirst ? [asc, gt] : [desc, lt]
  return db.query
    .select({
      statement: xapiStatements,
      userName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      title: educationParts.title,
    })
    .from(xapiStatements)
    .leftJoin(users, eq(users.id, xapiStatements.userId))
    .leftJoin(educationParts, eq(educationParts.id, xapiStatements.educationPartId))
    .where(and(matches(question), after === null ? undefined : isBeyond(xapiStatements.sequence, after)))
    .orderBy(direction(xapiStatements.sequence))
    .limit(limit)
}

/**
 * Lists the ids of at most `limit` people with xAPI statements about a part, in ascending order after the id `after`.
 * Voided statements do not count. Access is not checked here.
 */
export async function listPeopleWithStatements(db: Database, educationPartId: number, after: number, limit: number) {
  const rows = await db.query
    .selectDistinct({ userId: xapiStatements.userId })
    .from(xapiStatements)
    .where(
      and(
        eq(xapiStatements.educationPartId, educationPartId),
        gt(xapiStatements.userId, after),
        eq(xapiStatements.voided, false),
      ),
    )
    .orderBy(xapiStatements.userId)
    .limit(limit)
  return rows.flatMap(({ userId }) => userId ?? [])
}

/**
 * Lists a person's xAPI statements about a part with a verb that can complete something, the oldest first. Voided ones
 * and those without an activity are left out.
 */
export const listEarnedStatements = (db: Database, userId: number, educationPartId: number) =>
  db.query
    .select({
      statement: xapiStatements.statement,
      registration: xapiStatements.registration,
      isCmi5Defined: xapiStatements.isCmi5Defined,
      storedAt: xapiStatements.storedAt,
      /** Null for an attempt that no launch began. */
      startedAt: courseAttempts.startedAt,
    })
    .from(xapiStatements)
    .leftJoin(courseAttempts, eq(courseAttempts.registration, xapiStatements.registration))
    .where(
      and(
        eq(xapiStatements.userId, userId),
        eq(xapiStatements.educationPartId, educationPartId),
        eq(xapiStatements.voided, false),
        inArray(xapiStatements.verb, [...completionVerbs]),
        isNotNull(xapiStatements.activityId),
      ),
    )
    .orderBy(xapiStatements.sequence)

/**
 * Lists the courses that a person launched in a part, each once and in no order. A launch of a unit has `packageId`,
 * another has `activityId`, and the other of the two is null. `isCmi5` is 1 for cmi5, otherwise 0.
 */
export const listLaunchedCourses = (db: Database, userId: number, educationPartId: number) =>
  db.query
    .selectDistinct({
      activityId: sql<string | null>`case when ${launches.unitPosition} is null then ${launches.activityId} end`,
      packageId: sql<number | null>`case when ${launches.unitPosition} is not null then ${launches.packageId} end`,
      isCmi5: sql<number>`${launches.session} is not null`,
    })
    .from(launches)
    .where(and(eq(launches.userId, userId), eq(launches.educationPartId, educationPartId)))

/** Statements with an agent, or a group that it is a member of, as actor or object. */
const sequencesOf = (keys: SQL) =>
  sql`(select sequence from xapi_references where kind = 'agent' and key in ${keys} and is_related = 0)`

const statementsOf = (keys: SQL) => sql`(select id from xapi_statements where sequence in ${sequencesOf(keys)})`

/**
 * Lists the R2 keys of the attachments of an actor's statements and of the actor's large documents, in no order. `keys`
 * is the SQL list of the actor's agent keys.
 */
export async function listActorFiles(db: Database, keys: SQL): Promise<string[]> {
  const [attached, documents] = await Promise.all([
    db.query
      .select({ fileKey: xapiAttachments.fileKey })
      .from(xapiAttachments)
      .where(sql`${xapiAttachments.statementId} in ${statementsOf(keys)}`),
    db.query
      .select({ fileKey: xapiDocuments.fileKey })
      .from(xapiDocuments)
      .where(and(sql`${xapiDocuments.agent} in ${keys}`, isNotNull(xapiDocuments.fileKey))),
  ])
  return [...attached, ...documents].flatMap(({ fileKey }) => fileKey ?? [])
}

/**
 * Returns the statements that remove the xAPI data of an actor with the agents `keys`: statements, references,
 * documents, attachments and their scans. The order matters: each deletion finds its rows through rows that a later one
 * removes. Objects in the file store stay: `listActorFiles` lists them first.
 */
export const removeActor = (db: Database, keys: SQL) =>
  [
    removeScans(
      db,
      sql`(select ${xapiAttachments.fileKey} from ${xapiAttachments} where ${xapiAttachments.statementId} in ${statementsOf(keys)})`,
    ),
    db.query.delete(xapiAttachments).where(sql`${xapiAttachments.statementId} in ${statementsOf(keys)}`),
    db.query.delete(xapiStatements).where(sql`${xapiStatements.sequence} in ${sequencesOf(keys)}`),
    db.query.delete(xapiReferences).where(sql`${xapiReferences.sequence} in ${sequencesOf(keys)}`),
    db.query.delete(xapiDocuments).where(sql`${xapiDocuments.agent} in ${keys}`),
  ] as const
