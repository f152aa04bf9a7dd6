import { and, eq, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { occasionsView, offeredOccasions, openOccasions } from '#api/catalogue/occasions/views.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { educationWatches } from './table.ts'

const isOwn = ({ actor }: Ctx, educationId: number) =>
  and(eq(educationWatches.userId, actor.id), eq(educationWatches.educationId, educationId))

/** Returns whether the caller watches the education for new dates. */
export async function isWatching(ctx: Ctx, educationId: number): Promise<boolean> {
  const rows = await ctx.db.query
    .select({ userId: educationWatches.userId })
    .from(educationWatches)
    .where(isOwn(ctx, educationId))
  return rows.length > 0
}

/** Returns whether the education is published and not archived; false for an unknown id. */
export async function isPublished(db: Database, educationId: number): Promise<boolean> {
  const rows = await db.rows<{ id: number }>(sql`select id from ${educationsView} watched
    where watched.id = ${educationId} and watched.published_at is not null and watched.archived_at is null`)
  return rows.length > 0
}

/**
 * Returns the statement that makes the caller watch an education for new dates; an existing watch stays as it is.
 * Occasions that exist already count as seen.
 */
export const insertWatch = ({ db, actor, now }: Ctx, educationId: number): Statement =>
  insertFrom(
    db.query,
    educationWatches,
    {
      userId: actor.id,
      educationId,
      createdAt: now.toISOString(),
      seenOccasionId: sql`coalesce((select max(id) from ${occasionsView}), 0)`,
    },
    sql`where true`,
  ).onConflictDoNothing()

/** Returns the statement that ends the caller's watch of an education; it does nothing when there is none. */
export const removeWatch = (ctx: Ctx, educationId: number): Statement =>
  ctx.db.query.delete(educationWatches).where(isOwn(ctx, educationId))

/** A watch with the person to notify and the new dates. */
export interface DueWatch {
  userId: number
  educationId: number
  title: string
  seenOccasionId: number
  latestOccasionId: number
  /** JSON list of the next new dates, at most three: `occasionId`, `startsAt`, `city`. */
  dates: string
  firstName: string
  email: string | null
  language: Language | null
}

/** SQL: the new dates of the watch `w` that are open to its person `u`. */
const newDates = (now: string) => sql`${offeredOccasions(now)} fresh where fresh.education_id = w.education_id
  and fresh.occasion_id > w.seen_occasion_id and fresh.has_available_seat and (u.is_external = 0 or fresh.blocked_for_external_users = 0)`

/**
 * SQL: the watch `w` has new dates, and none was added since `addedBefore`: dates that are added together are one
 * batch.
 */
const isDue = (now: string, addedBefore: string) => sql`exists (select 1 from ${newDates(now)}) and not exists (
  select 1 from ${openOccasions(now)} recent join ${occasionsView} added on added.id = recent.occasion_id
  where recent.education_id = w.education_id and added.id > w.seen_occasion_id and added.created_at > ${addedBefore})`

const watches = sql`education_watches w join ${peopleView} u on u.id = w.user_id and u.inactive_at is null
  join ${educationsView} e on e.id = w.education_id and e.published_at is not null and e.archived_at is null`

/**
 * SQL condition: an active person watches a published education that has new dates with free seats. The dates are open
 * for sign-up to that person, and no new open date, full or not, was added since `addedBefore`.
 */
export const hasDueWatches = (now: Date, addedBefore: Date) =>
  sql`exists (select 1 from ${watches} where ${isDue(now.toISOString(), addedBefore.toISOString())})`

/**
 * Lists up to 40 watches, by person and education, of active people on published educations that have new dates with
 * free seats. The dates are open for sign-up to the person; some exclude external people. A watch is left out while any
 * of its new open dates, full or not, was added since `addedBefore`. `dates` has the first three by start, as JSON.
 */
export function listDueWatches(db: Database, now: Date, addedBefore: Date): Promise<DueWatch[]> {
  const at = now.toISOString()
  return db.rows<DueWatch>(sql`
    select w.user_id as userId, w.education_id as educationId, e.title, w.seen_occasion_id as seenOccasionId,
      (select max(fresh.occasion_id) from ${newDates(at)}) as latestOccasionId,
      (select json_group_array(json_object('occasionId', occasion_id, 'startsAt', starts_at, 'city', city))
        from (select fresh.* from ${newDates(at)} order by fresh.starts_at limit 3)) as dates,
      u.first_name as firstName, u.email, u.language
    from ${watches} where ${isDue(at, addedBefore.toISOString())} order by w.user_id, w.education_id limit 40`)
}

/**
 * Returns the statement that marks the new dates of a due watch as seen by its person. The commit fails when another
 * worker has marked them, by a null that the column refuses.
 */
export const markSeen = ({ db }: Visitor, watch: DueWatch): Statement =>
  db.query
    .update(educationWatches)
    .set({
      seenOccasionId: sql`case when seen_occasion_id = ${watch.seenOccasionId} then ${watch.latestOccasionId} end`,
    })
    .where(and(eq(educationWatches.userId, watch.userId), eq(educationWatches.educationId, watch.educationId)))
