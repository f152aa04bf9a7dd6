import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { isSessionOpen } from '#api/people/authentication/views.ts'
import { users } from '#api/people/users/table.ts'
import { peopleView } from '#api/people/users/views.ts'
import { countChangedRows, type Database, type Statement } from '#platform/database.ts'
import { prepareQuery, type QueryRunner } from '#platform/prepare-query.ts'
import type { SessionTerms } from './cmi5/session-terms.ts'
import { launches } from './table.ts'

/** Access of one person to the record store for one course. */
export interface Launch {
  id: number
  userId: number
  personName: string
  educationPartId: number | null
  educatorMaterialId: number | null
  activityId: string
  registration: string
  createdAt: Date
  expiresAt: Date
  packageId: number
  unitPosition: number | null
  /** Null unless the launch is of a cmi5 unit. */
  session: SessionTerms | null
  terminatedAt: Date | null
  abandonedAt: Date | null
}

/** Returns the statement that inserts a launch of a course as it is; the caller has hashed its tokens. */
export const insertLaunch = (db: Database, launch: typeof launches.$inferInsert): Statement =>
  db.query.insert(launches).values(launch)

/** Time for requests still under way when a cmi5 unit terminates. */
const grace = '-60 seconds'

/**
 * Whether the sign-in session that opened the launch is still open. Launches from before sessions were stored have
 * none.
 */
const isSignedIn = (now: string) => sql`(${launches.sessionId} is null or ${isSessionOpen(launches, now)})`

/** Whether a launch is live: not expired, its unit and its person's session not ended, and the account active. */
const lives = ({ tokenHash, now }: { tokenHash: string; now: string }) =>
  sql`${launches.tokenHash} = ${tokenHash} and ${launches.expiresAt} > ${now} and ${isNull(users.inactiveAt)}
    and ${isSignedIn(now)}
    and ${isNull(launches.abandonedAt)} and (${isNull(launches.terminatedAt)}
      or ${launches.terminatedAt} > strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, ${sql.raw(`'${grace}'`)}))`

const selectLaunches = ({ query }: Pick<Database, 'query'>) =>
  query
    .select({
      ...getTableColumns(launches),
      personName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as('person_name'),
    })
    .from(launches)
    .innerJoin(users, eq(users.id, launches.userId))

const liveLaunch = prepareQuery((db, key: { tokenHash: string; now: string }) => selectLaunches(db).where(lives(key)))

/**
 * Selects the course launch of a token, with the person's name, while it is live. Then it is neither expired,
 * terminated nor abandoned, the sign-in session that opened it is open, and the account is active. One row or none; a
 * terminated unit has 60 seconds more.
 */
export const selectLiveLaunch = ({ db, now }: { db: QueryRunner; now: Date }, tokenHash: string) =>
  liveLaunch(db, { tokenHash, now: now.toISOString() })

/**
 * SQL condition: the token has a live launch of this person and activity. It reads the table `launches` and the people
 * in a subquery. `now` is ISO 8601.
 */
export const isLaunched = (
  token: Record<'tokenHash' | 'now' | 'launchedActivityId', string> & { userId: number },
): SQL =>
  sql`exists (select 1 from ${launches} join ${peopleView} users on ${users.id} = ${launches.userId}
    where ${lives(token)} and ${launches.userId} = ${token.userId} and ${launches.activityId} = ${token.launchedActivityId})`

/**
 * Returns the statement that ends every course launch of a person now; their tokens stop working in the record store.
 * Expired ones keep their time, and no cmi5 session is marked as terminated or abandoned.
 */
export const endLaunchesByUser = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(launches)
    .set({ expiresAt: now })
    .where(and(eq(launches.userId, userId), gt(launches.expiresAt, now)))

const isOpen = and(isNotNull(launches.session), isNull(launches.terminatedAt), isNull(launches.abandonedAt))

/**
 * Lists the cmi5 sessions of an attempt that have neither terminated nor been abandoned, expired ones too, in no order;
 * empty for an unknown registration.
 */
export const listOpenSessions = (db: Database, registration: string): Promise<Launch[]> =>
  selectLaunches(db).where(and(eq(launches.registration, registration), isOpen))

/** Lists at most `limit` cmi5 sessions that expired before `now` without being terminated or abandoned, in no order. */
export const listExpiredSessions = (db: Database, now: Date, limit: number): Promise<Launch[]> =>
  selectLaunches(db)
    .where(and(lt(launches.expiresAt, now), isOpen))
    .limit(limit)

/** Returns the statement that marks a cmi5 session as terminated by its unit; one that is marked keeps its time. */
export const markTerminated = (db: Database, id: number, at: Date): Statement =>
  db.query
    .update(launches)
    .set({ terminatedAt: at })
    .where(and(eq(launches.id, id), isNull(launches.terminatedAt)))

/** Returns the statement that marks a cmi5 session as abandoned; one that is marked keeps its time. */
export const markAbandoned = (db: Database, id: number, at: Date): Statement =>
  db.query
    .update(launches)
    .set({ abandonedAt: at })
    .where(and(eq(launches.id, id), isNull(launches.abandonedAt)))

/**
 * Sets the hash of the token of the launch with this fetch key, once, and marks the key as used. Both keys are hashes.
 * Returns false when it is already set, the fetch key is unknown or expired, the session is abandoned, or the person
 * has signed out.
 */
export async function claimToken(db: Database, fetchHash: string, tokenHash: string, now: Date): Promise<boolean> {
  const result = await db.query
    .update(launches)
    .set({ tokenHash, fetchedAt: now })
    .where(
      and(
        eq(launches.fetchHash, fetchHash),
        isSignedIn(now.toISOString()),
        isNull(launches.fetchedAt),
        isNull(launches.abandonedAt),
        gt(launches.expiresAt, now),
      ),
    )
    .run()
  return countChangedRows(result) === 1
}

/** Whether a fetch key, by its hash, belongs to a launch, used, expired or not. */
export async function isFetchKeyKnown(db: Database, fetchHash: string): Promise<boolean> {
  const [row] = await db.query.select({ id: launches.id }).from(launches).where(eq(launches.fetchHash, fetchHash))
  return row !== undefined
}

/**
 * Removes at most `limit` launches that expired before `before`, except the first of each attempt at a course, which
 * records the course. Returns their number.
 */
export async function removeOldLaunches(db: Database, before: Date, limit: number): Promise<number> {
  const over = sql`(select l.id from launches l where l.expires_at < ${before.toISOString()}
    and exists (select 1 from launches f where f.user_id = l.user_id and f.activity_id = l.activity_id
      and f.registration = l.registration and f.id < l.id
      and f.education_part_id is l.education_part_id and f.educator_material_id is l.educator_material_id)
    limit ${limit})`
  const result = await db.query.delete(launches).where(sql`${launches.id} in ${over}`).run()
  return countChangedRows(result)
}

/** Lists the given activities that have been launched as courses by anybody, in no order and each once. */
export async function listLaunchedActivities(db: Database, activityIds: readonly string[]): Promise<string[]> {
  const rows = await db.query
    .selectDistinct({ activityId: launches.activityId })
    .from(launches)
    .where(inArray(launches.activityId, sql`(select value from json_each(${JSON.stringify(activityIds)}))`))
  return rows.map(({ activityId }) => activityId)
}

/** Returns the learner's name as SCORM expects it: "Efternamn, Förnamn"; empty text for an unknown person. */
export async function findLearnerName(db: Database, userId: number): Promise<string> {
  const [row] = await db.query
    .select({ name: sql<string>`${users.lastName} || ', ' || ${users.firstName}` })
    .from(users)
    .where(eq(users.id, userId))
  return row?.name ?? ''
}

/** Lists the folders of the packages that an attempt has been launched in, the newest package first and each once. */
export async function listLaunchedFolders(db: Database, registration: string): Promise<string[]> {
  const rows = await db.query
    .selectDistinct({ folder: contentPackages.folder, id: contentPackages.id })
    .from(launches)
    .innerJoin(contentPackages, eq(contentPackages.id, launches.packageId))
    .where(eq(launches.registration, registration))
    .orderBy(desc(contentPackages.id))
  return rows.flatMap(({ folder }) => folder ?? [])
}
