import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import { mailOutcomes } from '#api/foundation/mails/views.ts'
import type { ViewList } from '#api/office/saved-views/rules.ts'
import { savedViewsView } from '#api/office/saved-views/views.ts'
import { mergedAwayPeople, nameOfPerson } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { ReportSchedule } from './contract.ts'
import type { DeliveryOutcome, ScheduledReport, ScheduleTimes } from './rules.ts'
import { reportDeliveries, reportReceivers, reportSchedules } from './table.ts'

/** SQL condition on `report_schedules`: the row has the id, and is the actor's own or any for a superadministrator. */
export const isManageable = ({ id, roles }: Actor, scheduleId: string): SQL =>
  sql`report_schedules.id = ${scheduleId}
    and ${isSuperadministrator({ roles }) ? sql`true` : sql`report_schedules.user_id = ${id}`}`

/** SQL: the saved view of a schedule, while the schedule's owner may open it. */
const openView = sql`${savedViewsView} v on v.id = report_schedules.saved_view_id
  and (v.user_id = report_schedules.user_id or v.is_shared = 1)`

interface ReceiverRow {
  userId: number
  name: string | null
  outcome: DeliveryOutcome | null
  rows: number | null
  isUndelivered: 0 | 1
}

interface ScheduleRow extends ScheduleTimes {
  id: string
  userId: number
  report: ScheduledReport
  list: ViewList | null
  viewName: string | null
  isShared: 0 | 1 | null
  ownerName: string | null
  pausedAt: string | null
  nextDueAt: string
  lastPeriod: string | null
  /** JSON of `ReceiverRow[]`, by name. */
  receivers: string
}

const lastPeriod = sql`(select max(period) from report_deliveries where schedule_id = report_schedules.id)`

const receiversJson = sql`(select json_group_array(json_object('userId', one.user_id, 'name', one.name, 'outcome', one.outcome,
    'rows', one.row_count, 'isUndelivered', one.undelivered)) from (
  select receiver.user_id, ${nameOfPerson(sql`receiver.user_id`)} as name, delivery.outcome, delivery.row_count,
    coalesce(mail.error is not null and mail.sent_at is null, 0) as undelivered
  from report_receivers receiver
  left join report_deliveries delivery on delivery.schedule_id = receiver.schedule_id
    and delivery.user_id = receiver.user_id and delivery.period = ${lastPeriod}
  left join ${mailOutcomes} mail on mail.message_id = delivery.message_id
  where receiver.schedule_id = report_schedules.id and receiver.user_id not in ${mergedAwayPeople} order by name, receiver.user_id) one)`

/** SQL condition: the actor is a receiver of the schedule. */
const isReceivedBy = ({ id }: Actor): SQL => sql`exists (select 1 from report_receivers
  where schedule_id = report_schedules.id and user_id = ${id})`

/**
 * Converts a row to the reply's form. The number of rows was counted in the receiver's scope, which may be wider than
 * that of the owner, so only the receiver and superadministrators see it. A receiver who does not own the schedule sees
 * no other receivers.
 */
const toSchedule = (row: ScheduleRow, actor: Actor): ReportSchedule => {
  const isSuper = isSuperadministrator(actor)
  const isOwn = row.userId === actor.id
  const isSeen = ({ userId, outcome }: ReceiverRow) => userId === actor.id || isSuper || (isOwn && outcome !== 'left')
  const receivers = (JSON.parse(row.receivers) as ReceiverRow[]).filter(isSeen)
  return {
    id: row.id,
    report: row.report,
    list: row.list,
    viewName: isOwn || isSuper || row.isShared === 1 ? row.viewName : null,
    ownerName: isOwn ? null : row.ownerName,
    canChange: isOwn || isSuper,
    isReceiver: receivers.some(({ userId }) => userId === actor.id),
    rhythm: row.rhythm,
    day: row.day,
    hour: row.hour,
    isPaused: row.pausedAt !== null,
    hasReceivers: row.receivers !== '[]',
    nextDue: new Date(row.nextDueAt),
    lastPeriod: row.lastPeriod,
    receivers: receivers.map(({ name, isUndelivered, rows, ...receiver }) => ({
      ...receiver,
      rows: receiver.userId === actor.id || isSuper ? rows : null,
      name: name ?? '',
      isUndelivered: isUndelivered === 1,
    })),
  }
}

async function listWhere(db: Database, actor: Actor, condition: SQL): Promise<ReportSchedule[]> {
  const rows = await db.rows<ScheduleRow>(sql`
    select report_schedules.id, report_schedules.user_id as userId, report, v.list, v.name as viewName, v.is_shared as isShared,
      ${nameOfPerson(sql`report_schedules.user_id`)} as ownerName, rhythm, day, hour, paused_at as pausedAt,
      next_due_at as nextDueAt, ${lastPeriod} as lastPeriod, ${receiversJson} as receivers
    from report_schedules left join ${openView} where ${condition}
    order by report_schedules.user_id <> ${actor.id}, report_schedules.created_at desc, report_schedules.id`)
  return rows.map((row) => toSchedule(row, actor))
}

/**
 * Lists the schedules that the actor may change or receives, own ones first, each part newest first; all of them for a
 * superadministrator. An actor who may not change a schedule sees no other receivers of it.
 */
export const listSchedules = (db: Database, actor: Actor): Promise<ReportSchedule[]> =>
  listWhere(
    db,
    actor,
    isSuperadministrator(actor) ? sql`true` : sql`(report_schedules.user_id = ${actor.id} or ${isReceivedBy(actor)})`,
  )

/** Finds a schedule by id that is the actor's own, or anybody's for a superadministrator; null when there is none. */
export async function findSchedule(db: Database, actor: Actor, id: string): Promise<ReportSchedule | null> {
  const [schedule] = await listWhere(db, actor, isManageable(actor, id))
  return schedule ?? null
}

/** A view that can be scheduled. */
export interface ScheduledView {
  list: ViewList
  query: string
  isShared: boolean
}

interface OpenView extends ScheduledView {
  id: number
  name: string
}

/** Lists the views that the actor owns or that are shared, in any list, by name. */
export const listOpenViews = async (db: Database, actor: Actor): Promise<OpenView[]> =>
  (
    await db.rows<Omit<OpenView, 'isShared'> & { isShared: 0 | 1 }>(sql`
      select v.id, v.list, v.name, v.query, v.is_shared as isShared from ${savedViewsView} v
      where v.user_id = ${actor.id} or v.is_shared = 1 order by lower(v.name), v.id`)
  ).map((view) => ({ ...view, isShared: view.isShared === 1 }))

/** A schedule with the view that its owner may open now. */
export interface StoredSchedule extends ScheduleTimes {
  id: string
  userId: number
  report: ScheduledReport
  nextDueAt: string
  /** Null for the board report, and when the view is gone or not shared any more. */
  view: ScheduledView | null
}

interface StoredRow extends Omit<StoredSchedule, 'view'> {
  list: ViewList | null
  query: string | null
  isShared: 0 | 1 | null
}

const toStored = ({ list, query, isShared, ...row }: StoredRow): StoredSchedule => ({
  ...row,
  view: list && query !== null ? { list, query, isShared: isShared === 1 } : null,
})

/** Whether a person may receive a schedule's view: its owner, and others while it is shared; false without a view. */
export const canReceiveView = ({ userId, view }: StoredSchedule, receiverId: number): boolean =>
  view !== null && (view.isShared || userId === receiverId)

/** Lists schedules with their views; `condition` follows `where`, and ends with the order and the limit. */
export const listStored = async (db: Database, condition: SQL): Promise<StoredSchedule[]> =>
  (
    await db.rows<StoredRow>(sql`
      select report_schedules.id, report_schedules.user_id as userId, report, rhythm, day, hour,
        next_due_at as nextDueAt, v.list, v.query, v.is_shared as isShared
      from report_schedules left join ${openView} where ${condition}`)
  ).map(toStored)

/** Finds a schedule that the actor owns or receives, paused or not; null when there is none. */
export async function findOpenable(db: Database, actor: Actor, id: string): Promise<StoredSchedule | null> {
  const [schedule] = await listStored(
    db,
    sql`report_schedules.id = ${id} and (report_schedules.user_id = ${actor.id} or ${isReceivedBy(actor)})`,
  )
  return schedule ?? null
}

/**
 * Returns the statements that insert a schedule and its receivers. The commit fails as `report_schedules_enough` when
 * its owner has 20, and for a receiver who is named twice.
 */
export const insertSchedule = (
  db: Database,
  schedule: typeof reportSchedules.$inferInsert,
  receiverIds: readonly number[],
) => [
  db.query.insert(reportSchedules).values(schedule),
  insertFrom(
    db.query,
    reportReceivers,
    { scheduleId: schedule.id, userId: sql`chosen.value` },
    sql`from json_each(${JSON.stringify(receiverIds)}) chosen`,
  ),
]

/** SQL condition on the row `report_schedules`: it has the id, and the actor is one of its receivers. */
export const isReceivedSchedule = (actor: Actor, id: string): SQL =>
  sql`report_schedules.id = ${id} and ${isReceivedBy(actor)}`

/** SQL condition on the row `report_schedules`: it has the id, and the actor as its only receiver not merged away. */
export const isLastReceiver = (actor: Actor, id: string): SQL =>
  sql`${isReceivedSchedule(actor, id)} and not exists (select 1 from report_receivers
    where schedule_id = ${id} and user_id <> ${actor.id} and user_id not in ${mergedAwayPeople})`

/**
 * Returns the statement that removes the actor from the receivers of a schedule; it changes nothing for a person who
 * receives none.
 */
export const leaveReceivers = (db: Database, { id }: Actor, scheduleId: string) =>
  db.query.delete(reportReceivers).where(sql`schedule_id = ${scheduleId} and user_id = ${id}`)

/** Returns the statement that pauses, at `now`, the schedules that meet a condition and are not paused. */
export const pauseSchedules = (db: Database, condition: SQL, now: Date) =>
  db.query
    .update(reportSchedules)
    .set({ pausedAt: now })
    .where(and(condition, isNull(reportSchedules.pausedAt)))

/** SQL condition: somebody receives the schedule; merged-away people are none. */
export const hasReceivers = sql`exists (select 1 from report_receivers
  where schedule_id = report_schedules.id and user_id not in ${mergedAwayPeople})`

/** Whether any schedule, paused or not, meets a condition on `report_schedules`. */
export async function hasSchedule(db: Database, condition: SQL): Promise<boolean> {
  return (await db.rows(sql`select id from report_schedules where ${condition} limit 1`)).length > 0
}

/** Returns the statement that resumes paused schedules that meet a condition; each is next due at `nextDueAt`. */
export const resumeSchedules = (db: Database, condition: SQL, nextDueAt: Date) =>
  db.query.update(reportSchedules).set({ pausedAt: null, nextDueAt }).where(and(condition, sql`paused_at is not null`))

/**
 * Returns the statements that remove the schedules of a condition on `report_schedules`, with their receivers and
 * deliveries.
 */
export const removeSchedules = (db: Database, condition: SQL) => {
  const chosen = sql`schedule_id in (select id from report_schedules where ${condition})`
  return [
    db.query.delete(reportDeliveries).where(chosen),
    db.query.delete(reportReceivers).where(chosen),
    db.query.delete(reportSchedules).where(condition),
  ] as const
}
