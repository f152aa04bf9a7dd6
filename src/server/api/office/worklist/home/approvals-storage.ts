import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { isOrganizedResult, resultEducationId } from '#api/participation/results/storage.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { canDecideAbout } from '#api/people/reach/within-reach.ts'
import { namedMembershipsOfPeople, nameOfPerson } from '#api/people/users/views.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import type { Database } from '#platform/database.ts'
import type { PendingSignUp } from './contract.ts'

/** SQL condition: approving is for others than the learner, except for a superadministrator. */
const isOfOther = (actor: Actor): SQL =>
  isSuperadministrator(actor) ? sql`true` : sql`education_part_results.user_id <> ${actor.id}`

/**
 * SQL `from` clause: the sign-ups that wait for approval and that the actor may approve: on occasions that have not
 * ended, and on parts without occasions.
 */
const fromPending = (actor: Actor, now: Date): SQL => sql`${liveResults} education_part_results
  left join ${occasionsView} pending_occasion on pending_occasion.id = education_part_results.occasion_id
  where education_part_results.signed_up_at is null and education_part_results.completed = 0
    and education_part_results.practical_driver_exam_id is null
    and (education_part_results.occasion_id is null
      or (pending_occasion.canceled_at is null and pending_occasion.ends_at > ${now.toISOString()}))
    and ${isOfOther(actor)} and ${isOrganizedResult(actor)}
    and ${canDecideAbout(actor, sql`education_part_results.user_id`)}`

/**
 * Returns the queue of the sign-ups that the actor may approve: their number, and since when the oldest waits. They are
 * on occasions that are neither ended nor cancelled and on parts without occasions, never of exams. The actor's own do
 * not count, except for superadministrators.
 */
export const countPendingSignUps = async (db: Database, actor: Actor, now: Date) =>
  toQueueCount(
    await db.query
      .select(queueColumns(sql`pending.created_at`))
      .from(sql`(select education_part_results.created_at from ${fromPending(actor, now)}) pending`),
  )

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

const columns = {
  resultId: column<number>(sql`pending.id`, 'result_id'),
  userId: column<number>(sql`pending.user_id`, 'learner_id'),
  userName: column<string | null>(nameOfPerson(sql`pending.user_id`), 'learner_name'),
  organizationNames: column<string>(
    sql`(select json_group_array(m.name) from ${namedMembershipsOfPeople} m where m.user_id = pending.user_id)`,
    'organization_names',
  ),
  occasionId: column<number | null>(sql`o.id`, 'occasion_id'),
  title: column<string>(sql`coalesce(o.title, p.title)`, 'shown_title'),
  educationTitle: column<string | null>(sql`e.title`, 'education_title'),
  startsAt: column<string | null>(sql`o.starts_at`, 'starts_at'),
  city: column<string | null>(sql`o.city`, 'city'),
  bookedCount: column<number | null>(sql`o.booked_count`, 'booked_count'),
  maxParticipants: column<number | null>(sql`o.max_participants`, 'max_participants'),
  createdAt: column<string>(sql`pending.created_at`, 'signed_up_on'),
}

/**
 * Lists a page of the sign-ups that the actor may approve, oldest first. `page` counts from 1. They are on occasions
 * that are neither ended nor cancelled and on parts without occasions, never of exams. The actor's own are left out,
 * except for superadministrators.
 */
export const listPendingSignUps = async (
  db: Database,
  actor: Actor,
  { page, pageSize }: { page: number; pageSize: number },
  now: Date,
): Promise<PendingSignUp[]> => {
  const rows = await db.query
    .select(columns)
    .from(
      sql`(select education_part_results.*, ${resultEducationId} as shown_education_id from ${fromPending(actor, now)}
        order by education_part_results.created_at, education_part_results.id
        limit ${pageSize} offset ${(page - 1) * pageSize}) pending`,
    )
    .innerJoin(sql`${educationPartsView} p`, sql`p.id = pending.education_part_id`)
    .leftJoin(sql`${occasionsView} o`, sql`o.id = pending.occasion_id`)
    .leftJoin(sql`${educationsView} e`, sql`e.id = pending.shown_education_id`)
    .orderBy(sql`pending.created_at`, sql`pending.id`)
  return rows.map(({ userName, organizationNames, startsAt, createdAt, ...row }) => ({
    ...row,
    userName: userName ?? `#${row.userId}`,
    organizationNames: JSON.parse(organizationNames) as string[],
    startDate: startsAt === null ? null : new Date(startsAt),
    created: new Date(createdAt),
  }))
}
