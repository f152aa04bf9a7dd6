import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { isGuardianOf } from '#api/people/reach/within-reach.ts'
import { users } from '#api/people/users/table.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import { Refused } from '#api/refusals.ts'
import type { Database, Statement } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import { licenses, outsideActivities, reportedActivities } from '../table.ts'
import type { OutsideActivity, ReportedActivity } from './contract.ts'

const selectActivities = (db: Database, condition?: SQL) =>
  db.query
    .select({
      activity: outsideActivities,
      licenseName: sql<string>`licenses.name`.as('license_name'),
      rule: licenses.rule,
    })
    .from(outsideActivities)
    .innerJoin(licenses, eq(licenses.id, outsideActivities.licenseId))
    .where(condition)
    .orderBy(asc(licenses.position), asc(outsideActivities.category), asc(outsideActivities.name))

type ActivityRow = Awaited<ReturnType<typeof selectActivities>>[number]

const activityFrom = ({ activity, licenseName, rule }: ActivityRow): OutsideActivity => ({
  id: activity.id,
  licenseId: activity.licenseId,
  licenseName,
  category: activity.category,
  name: activity.name,
  categoryName: rule.categories[activity.category]?.name ?? '',
  unit: rule.unit,
  most: activity.mostHundredths / 100,
  active: activity.active,
})

/**
 * Lists outside activities (which people report to keep a licence) by licence, category and name, inactive ones too;
 * with `onlyActive` those that can be reported: active ones of active licences.
 */
export async function listActivities(db: Database, onlyActive: boolean): Promise<OutsideActivity[]> {
  const condition = onlyActive ? sql`outside_activities.active = 1 and licenses.active = 1` : undefined
  const rows = await selectActivities(db, condition)
  return rows.map(activityFrom)
}

/** Finds an outside activity by id, active or not; null when there is none. */
export async function findActivity(db: Database, id: number): Promise<OutsideActivity | null> {
  const [row] = await selectActivities(db, eq(outsideActivities.id, id))
  return row ? activityFrom(row) : null
}

type WrittenActivity = Omit<typeof outsideActivities.$inferInsert, 'id'>

/** Returns the statement that inserts an outside activity of a licence; its result is the id. */
export const insertActivity = (db: Database, row: WrittenActivity) =>
  db.query.insert(outsideActivities).values(row).returning({ id: outsideActivities.id })

/**
 * Returns the statement that updates all given columns of an outside activity; an unknown id changes nothing. No
 * version is compared.
 */
export const updateActivity = (db: Database, id: number, row: WrittenActivity): Statement =>
  db.query.update(outsideActivities).set(row).where(eq(outsideActivities.id, id))

const selectReports = (db: QueryBuilder, condition: SQL | undefined, order: SQL) =>
  db.query
    .select({
      report: reportedActivities,
      // In a combined query, rows are read by column name, and both tables have an `id`.
      activity: { ...getTableColumns(outsideActivities), id: sql<number>`${outsideActivities.id}`.as('activity_id') },
      licenseName: sql<string>`licenses.name`.as('license_name'),
      rule: licenses.rule,
      userName: sql<string>`users.first_name || ' ' || users.last_name`.as('user_name'),
    })
    .from(reportedActivities)
    .innerJoin(outsideActivities, eq(outsideActivities.id, reportedActivities.outsideActivityId))
    .innerJoin(licenses, eq(licenses.id, outsideActivities.licenseId))
    .innerJoin(users, eq(users.id, reportedActivities.userId))
    .where(condition)
    .orderBy(order)

type ReportRow = Awaited<ReturnType<typeof selectReports>>[number]

const reportFrom = ({ report, userName, ...row }: ReportRow): ReportedActivity => ({
  id: report.id,
  userId: report.userId,
  userName,
  doneOn: report.doneOn,
  note: report.note,
  state: report.state,
  reason: report.reason,
  created: report.createdAt,
  activity: activityFrom(row),
  amount: report.amountHundredths / 100,
})

const maxReports = 500

const reportsOf = prepareQuery((db, { userId }: { userId: number }) =>
  selectReports(db, eq(reportedActivities.userId, userId), desc(reportedActivities.id)).limit(maxReports),
)

/**
 * Lists a person's reports of outside activities, the latest reported first, at most 500, decided ones too. Access is
 * not checked here.
 */
export async function listReports(db: Database, userId: number): Promise<ReportedActivity[]> {
  const rows = await reportsOf(db, { userId })
  return rows.map(reportFrom)
}

/**
 * Lists all reports of outside activities of a person, the latest reported first, decided ones too. Access is not
 * checked here.
 */
export const listAllReports = async (db: Database, userId: number): Promise<ReportedActivity[]> =>
  (await selectReports(db, eq(reportedActivities.userId, userId), desc(reportedActivities.id))).map(reportFrom)

/**
 * Lists the reports of outside activities, of all people, that wait for a decision, oldest first, at most 500. Access
 * is not checked here.
 */
export const listPendingReports = async (db: Database) =>
  (await selectReports(db, eq(reportedActivities.state, 0), asc(reportedActivities.createdAt)).limit(maxReports)).map(
    reportFrom,
  )

/**
 * Counts the reports of outside activities that wait for a decision, and finds when the oldest was made; none while the
 * feature of licences is off.
 */
export const countPendingReports = async (db: Database) =>
  toQueueCount(
    await db.query
      .select(queueColumns(sql`reported_activities.created_at`))
      .from(reportedActivities)
      .where(and(eq(reportedActivities.state, 0), featureIsOn('License'))),
  )

/** Finds a report of an outside activity by id, decided or not; null when there is none. Access is not checked here. */
export async function findReport(db: Database, id: number): Promise<ReportedActivity | null> {
  const [row] = await selectReports(db, eq(reportedActivities.id, id), asc(reportedActivities.id))
  return row ? reportFrom(row) : null
}

/**
 * Returns the statement that inserts a person's report of an outside activity; its result is the id. The commit fails
 * as `activity_reported` when the person has a report of the activity for that day, even a rejected one.
 */
export const insertReport = (db: Database, row: typeof reportedActivities.$inferInsert) =>
  db.query.insert(reportedActivities).values(row).returning({ id: reportedActivities.id })

interface Decision {
  id: number
  state: 1 | 2
  reason: string | null
  by: number
  now: Date
}

/**
 * Returns the statement that approves or rejects a report of an outside activity. Its result is the id, or no row when
 * it was decided before, by compare-and-set on `state`, or does not exist.
 */
export const decideReport = (db: Database, { id, state, reason, by, now }: Decision) =>
  db.query
    .update(reportedActivities)
    .set({ state, reason, decidedByUserId: by, decidedAt: now })
    .where(and(eq(reportedActivities.id, id), eq(reportedActivities.state, 0)))
    .returning({ id: reportedActivities.id })

/**
 * Checks that the caller may act on behalf of a person: is the person, a guardian or a superadministrator.
 *
 * @throws Refused('not_allowed') for anybody else.
 */
export async function mustActOnBehalfOf(ctx: Ctx, userId: number): Promise<void> {
  if (userId === ctx.actor.id || isSuperadministrator(ctx.actor)) return
  const [row] = await ctx.db.query
    .select({ guards: sql<0 | 1>`${isGuardianOf(ctx.actor, userId)}` })
    .from(sql`(select 1)`)
  if (!row?.guards) throw new Refused('not_allowed')
}

const moves = (places: readonly (number | null)[]): SQL => sql`json_each(${JSON.stringify(places)})`

/**
 * Returns whether a category of a licence's rule that a change removes has outside activities, active or not. `places`
 * maps each old index to the new one, or null for a removed category.
 */
export async function hasActivitiesInRemovedCategories(
  db: Database,
  licenseId: number,
  places: readonly (number | null)[],
) {
  const rows = await db.rows(sql`select 1 as one from outside_activities a join ${moves(places)} m on m.key = a.category
    where a.license_id = ${licenseId} and m.type = 'null' limit 1`)
  return rows.length > 0
}

/**
 * Returns the statement that moves a licence's outside activities to the new indexes of their categories. `places` maps
 * each old index to the new one, or null. Activities of a category that is removed keep their index.
 */
export const moveActivities = (db: Database, licenseId: number, places: readonly (number | null)[]): Statement =>
  db.query
    .update(outsideActivities)
    .set({ category: sql`(select m.value from ${moves(places)} m where m.key = outside_activities.category)` })
    .where(
      sql`license_id = ${licenseId} and category in (select m.key from ${moves(places)} m where m.type <> 'null' and m.value <> m.key)`,
    )
