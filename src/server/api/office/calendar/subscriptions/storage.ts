import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { isOfferedIn, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import { peopleAtEducatorLevel } from '#api/people/roles/views.ts'
import { users } from '#api/people/users/table.ts'
import type { Place } from '#api/place.ts'
import { aliasColumn } from '#platform/columns.ts'
import type { Database, Statement } from '#platform/database.ts'
import { selectEducationId, selectEducationIdFor } from '../own-storage.ts'
import { calendarSubscriptions, type SubscriptionKind } from '../table.ts'
import { findScheduledExam, listExaminedExams, listOwnScheduledExams } from './exam-storage.ts'
import type { ScheduledEvent } from './rules.ts'

const columns = {
  id: calendarSubscriptions.id,
  userId: calendarSubscriptions.userId,
  kind: calendarSubscriptions.kind,
  organizationId: calendarSubscriptions.organizationId,
  nonce: calendarSubscriptions.nonce,
  createdAt: calendarSubscriptions.createdAt,
  organizationName: organizations.name,
}

const selectSubscriptions = (db: Database) =>
  db.query
    .select(columns)
    .from(calendarSubscriptions)
    .leftJoin(organizations, eq(organizations.id, calendarSubscriptions.organizationId))
    .$dynamic()

export type SubscriptionRow = Awaited<ReturnType<typeof selectSubscriptions>>[number]

const live = isNull(calendarSubscriptions.revokedAt)

/**
 * Lists the caller's live calendar subscriptions (URLs for other calendars), the oldest first; revoked ones are left
 * out.
 */
export const listSubscriptions = ({ db, actor }: Ctx): Promise<SubscriptionRow[]> =>
  selectSubscriptions(db)
    .where(and(eq(calendarSubscriptions.userId, actor.id), live))
    .orderBy(asc(calendarSubscriptions.id))

/** Kind and organisation of a subscription to create. */
export interface NewSubscription {
  kind: SubscriptionKind
  organizationId: number | null
}

/**
 * SQL condition: the caller has no live calendar subscription of this kind and organisation, or of this kind without
 * one for null.
 */
export const isNotSubscribed = ({ actor }: Ctx, { kind, organizationId }: NewSubscription): SQL => sql`not exists (
  select 1 from calendar_subscriptions s where s.user_id = ${actor.id} and s.kind = ${kind}
    and s.organization_id is ${organizationId} and s.revoked_at is null)`

/**
 * Returns the statement that inserts a calendar subscription of the caller. Does nothing when the caller has a live one
 * of this kind and organisation, also under concurrent requests.
 */
export const insertSubscription = ({ db, actor, now, newId }: Ctx, subscription: NewSubscription): Statement =>
  db.query
    .insert(calendarSubscriptions)
    .values({ ...subscription, userId: actor.id, nonce: newId(), createdAt: now })
    .onConflictDoNothing()

/**
 * Returns the statement that revokes one of the caller's own calendar subscriptions, so that its URL stops working;
 * another person's or a revoked one does not change.
 */
export const markRevoked = ({ db, actor, now }: Ctx, id: number): Statement =>
  db.query
    .update(calendarSubscriptions)
    .set({ revokedAt: now })
    .where(and(eq(calendarSubscriptions.id, id), eq(calendarSubscriptions.userId, actor.id), live))

/** Whether the organisation exists, active or not. */
export async function isOrganization(db: Database, id: number): Promise<boolean> {
  const rows = await db.query.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id))
  return rows.length > 0
}

/**
 * Finds a live calendar subscription with its owner's language. Null when it was revoked, the owner's account is
 * inactive, or it is of led occasions and the owner has no role at educator level any more.
 */
export async function findFeed(db: Database, id: number) {
  const [row] = await db.query
    .select({ ...columns, language: users.language })
    .from(calendarSubscriptions)
    .innerJoin(users, and(eq(users.id, calendarSubscriptions.userId), isNull(users.inactiveAt)))
    .leftJoin(organizations, eq(organizations.id, calendarSubscriptions.organizationId))
    .where(
      and(
        eq(calendarSubscriptions.id, id),
        live,
        sql`(${calendarSubscriptions.kind} <> 'teaching' or exists (select 1 from ${peopleAtEducatorLevel} r
          where r.user_id = ${users.id}))`,
      ),
    )
  return row ?? null
}

/** SQL: the person's own sign-ups by occasion. `turns` only grows (a migration ensures it), see `sequence` below. */
const ownResults = (userId: number) => sql`(
  select r.occasion_id, max(r.canceled = 0) as live, max(r.canceled = 0 and r.signed_up_at is not null) as approved,
    count(*) + sum(r.canceled) + sum(r.signed_up_at is not null) as turns, max(r.changed_at) as turned_at
  from ${partResultsView} r where r.user_id = ${userId} and r.occasion_id is not null group by r.occasion_id) own`

const noResults = sql`(select null as live, null as approved, 0 as turns, '' as turned_at) own`

function select(db: Database, userId: number | null, education: SQL, condition: SQL) {
  return db.query
    .select({
      occasion: occasions,
      educationId: aliasColumn(educations.id, 'through_education_id'),
      educationTitle: aliasColumn(educations.title, 'education_title'),
      partTitle: aliasColumn(educationParts.title, 'part_title'),
      live: sql<0 | 1 | null>`own.live`,
      approved: sql<0 | 1 | null>`own.approved`,
      turns: sql<number>`own.turns`,
      changedAt: sql<string>`max(own.turned_at, ${occasions.changedAt})`,
    })
    .from(occasions)
    .innerJoin(educationParts, eq(educationParts.id, occasions.educationPartId))
    .innerJoin(educations, sql`${educations.id} = ${education}`)
    .innerJoin(
      userId === null ? noResults : ownResults(userId),
      userId === null ? sql`true` : sql`own.occasion_id = ${occasions.id}`,
    )
    .where(condition)
    .orderBy(asc(occasions.endsAt), asc(occasions.id))
    .limit(1000)
}
type Row = Awaited<ReturnType<typeof select>>[number]

const toScheduledItem = ({ occasion, live: isLive, approved, turns, changedAt, ...named }: Row): ScheduledEvent => ({
  ...occasion,
  ...named,
  kind: 'occasion',
  days: occasion.calendarDays,
  sequence: occasion.calendarSequence + turns,
  canceled: occasion.canceledAt !== null,
  changedAt: new Date(changedAt),
  own: isLive === null ? null : { live: isLive === 1, approved: approved === 1 },
})

const anyEducation = selectEducationId(sql`true`)

const educationFor = (userId: number | null) =>
  userId === null ? anyEducation : selectEducationIdFor(userId, sql`true`)

/**
 * Lists the items of a subscribed calendar that ended at most 90 days ago or are to come, cancelled ones included. By
 * kind they are own bookings (cancelled sign-ups too), occasions and exams that the person leads, or occasions of a
 * club and the clubs below it in publicly visible educations. At most 1,000 occasions by end, then at most 1,000 exams.
 */
export async function listFeedItems({ db, now }: Visitor, { kind, userId, organizationId }: SubscriptionRow) {
  const from = new Date(now.getTime() - 90 * 86_400_000)
  const since = sql`occasions.ends_at >= ${from.toISOString()}`
  const led = sql`occasions.id in (select occasion_id from ${responsiblesOfOccasions} where user_id = ${userId})`
  const arranged = sql`occasions.organizer_organization_id in ${selectBranchIds([organizationId ?? 0])}`
  const occasionsByKind = {
    own: () => select(db, userId, educationFor(userId), since),
    teaching: () => select(db, null, anyEducation, sql`${since} and ${led}`),
    club: () =>
      select(
        db,
        null,
        selectEducationId(sql`${isEducationVisible(null)} and ${isOfferedIn('occasions', 'held_part')}`),
        sql`${since} and ${arranged}`,
      ),
  }
  const examsByKind = {
    own: () => listOwnScheduledExams(db, userId, from),
    teaching: () => listExaminedExams(db, userId, from),
    // Exams belong to the federation, never to a club.
    club: async () => [],
  }
  const [rows, examItems] = await Promise.all([occasionsByKind[kind](), examsByKind[kind]()])
  return [...rows.map(toScheduledItem), ...examItems]
}

async function findScheduled(db: Database, userId: number | null, { kind, id }: Place): Promise<ScheduledEvent | null> {
  if (kind === 'exam') return findScheduledExam(db, userId, id)
  const [row] = await select(db, userId, educationFor(userId), eq(occasions.id, id))
  return row ? toScheduledItem(row) : null
}

/**
 * Finds an occasion or exam, cancelled or not, that a person is or was signed up for; null when there was never a
 * sign-up.
 */
export const findInvitedItem = (db: Database, userId: number, place: Place): Promise<ScheduledEvent | null> =>
  findScheduled(db, userId, place)

/**
 * Finds an occasion or exam with a person's sign-up. Without one (moved, removed or never there) the sign-up counts as
 * cancelled, so the caller must know that the person was invited. Null when the occasion or exam does not exist.
 */
export async function findInvitedOrFormerItem(
  db: Database,
  userId: number,
  place: Place,
): Promise<ScheduledEvent | null> {
  const item = (await findInvitedItem(db, userId, place)) ?? (await findScheduled(db, null, place))
  return item && { ...item, own: item.own ?? { live: false, approved: false } }
}
