import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor, Language } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import {
  categoriesOfEducations,
  educationsView,
  partsOfEducations,
  responsiblesOfEducations,
} from '#api/catalogue/educations/views.ts'
import { managesOrIsResponsible } from '#api/catalogue/scope/education-scope.ts'
import { hasReviewerCommentSince } from '#api/participation/comments/storage.ts'
import { canReviewSubmission } from '#api/participation/reviewers/can-review.ts'
import { extensionsOfRoles, peopleAtEducatorLevel } from '#api/people/roles/views.ts'
import { nameOfPerson, peopleView } from '#api/people/users/views.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import { contains } from '#api/text-conditions.ts'
import type { Database } from '#platform/database.ts'
import { selectSubmissions } from '../storage.ts'
import { submissions } from '../table.ts'
import type { Examiner, ReviewCounts, SubmissionFilter } from './contract.ts'

const asList = (values: readonly number[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/** SQL: the sign-up of the submission is not cancelled. */
const isLive = sql`exists (select 1 from education_part_results r
  where r.id = submissions.education_part_result_id and r.canceled = 0)`

const matching = (searchString: string): SQL | undefined => {
  if (!searchString) return undefined
  return sql`(
    exists (select 1 from ${peopleView} found_person where found_person.id = submissions.user_id and ${contains(sql`(found_person.first_name || ' ' || found_person.last_name)`, searchString)})
    or exists (select 1 from ${educationPartsView} found_part where found_part.id = submissions.education_part_id and ${contains(sql`found_part.title`, searchString)})
    or exists (select 1 from ${educationsView} found_education where found_education.id = submissions.education_id and ${contains(sql`found_education.title`, searchString)}))`
}

const ofEducations = (ids: readonly number[]) => sql`exists (
  select 1 from ${partsOfEducations} l where l.education_part_id = submissions.education_part_id
    and l.education_id in ${asList(ids)} and coalesce(submissions.education_id, l.education_id) = l.education_id)`

export type ReviewConditions = Omit<SubmissionFilter, 'page' | 'pageSize' | 'descending'>

/**
 * SQL condition on `submissions`: the actor may review the submission, its sign-up is not cancelled, and it matches the
 * filter. Empty lists and texts do not filter; the text is searched in names of people, parts and educations.
 */
export const matchesFilter = (actor: Actor, filter: ReviewConditions) =>
  and(
    canReviewSubmission(actor),
    isLive,
    filter.submissionIds.length > 0 ? inArray(submissions.id, asList(filter.submissionIds)) : undefined,
    filter.educationIds.length > 0 ? ofEducations(filter.educationIds) : undefined,
    filter.educationPartIds.length > 0
      ? inArray(submissions.educationPartId, asList(filter.educationPartIds))
      : undefined,
    filter.statuses.length > 0 ? inArray(submissions.status, asList(filter.statuses)) : undefined,
    filter.assigneeId ? eq(submissions.assigneeId, filter.assigneeId) : undefined,
    filter.unassigned ? isNull(submissions.assigneeId) : undefined,
    matching(filter.searchString),
  )

const sum = (condition: SQL) => sql<number>`coalesce(sum(${condition}), 0)`

const counts = (db: Database, actor: Actor) =>
  db.query
    .select({
      toReview: sum(sql`submissions.status in (1, 2)`).as('to_review'),
      mine: sum(sql`submissions.status in (1, 2) and submissions.assignee_id = ${actor.id}`).as('mine'),
      returned: sum(sql`submissions.status = 3`).as('returned'),
    })
    .from(submissions)
    // Decided submissions are most of the rows, and are not counted.
    .where(and(sql`submissions.status in (1, 2, 3)`, canReviewSubmission(actor), isLive))

/**
 * Counts the submissions that the actor may review and that are submitted or in review, and returns when the oldest was
 * uploaded. Those assigned to others count too; cancelled sign-ups are left out.
 */
export const countToReview = async (db: Database, actor: Actor) =>
  toQueueCount(
    await db.query
      .select(queueColumns(sql`submissions.uploaded_at`))
      .from(submissions)
      .where(and(sql`submissions.status in (1, 2)`, canReviewSubmission(actor), isLive)),
  )

/**
 * Reads a page, from 1, of the submissions that the actor may review and that match the filter, by upload, without
 * cancelled sign-ups. With `descending` the newest come first. Returns the total of the filter too, and `counts` of all
 * that the actor may review: to review, assigned to the actor, and returned.
 */
export async function readReviewPage(db: Database, actor: Actor, filter: SubmissionFilter) {
  const { page, pageSize, descending } = filter
  const order = descending ? desc : asc
  const [rows, [counted], [waiting]] = await Promise.all([
    selectSubmissions(db, matchesFilter(actor, filter))
      .orderBy(order(submissions.uploadedAt), order(submissions.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(submissions)
      .where(matchesFilter(actor, filter)),
    counts(db, actor),
  ])
  const none: ReviewCounts = { toReview: 0, mine: 0, returned: 0 }
  return { rows, total: counted?.total ?? 0, counts: waiting ?? none }
}

/**
 * Lists the ids of at most `limit` submissions that the actor may review and that match the filter, by id; cancelled
 * sign-ups are left out.
 */
export async function listMatchingIds(
  db: Database,
  actor: Actor,
  filter: ReviewConditions,
  limit: number,
): Promise<number[]> {
  const rows = await db.query
    .select({ id: submissions.id })
    .from(submissions)
    .where(matchesFilter(actor, filter))
    .orderBy(asc(submissions.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Selects the submissions with the ids that the actor may review, oldest upload first; cancelled sign-ups and other ids
 * are left out.
 */
export const listReviewable = (db: Database, actor: Actor, ids: readonly number[]) =>
  selectSubmissions(db, and(inArray(submissions.id, asList(ids)), canReviewSubmission(actor), isLive)).orderBy(
    asc(submissions.uploadedAt),
  )

/**
 * Finds a submission with everything that a decision on it needs; null when it does not exist or the actor cannot
 * review it. Cancelled sign-ups and decided submissions are found too. `isExplained` is 1 when somebody other than the
 * learner has commented since the upload.
 */
export async function findSubmissionToDecide(db: Database, actor: Actor, id: number) {
  const [row] = await db.query
    .select({
      submission: submissions,
      canceled: sql<0 | 1>`r.canceled`.as('canceled'),
      completed: sql<0 | 1>`r.completed`.as('completed'),
      completedAt: sql<string | null>`r.completed_at`.as('completed_at'),
      partTitle: sql<string>`p.title`.as('part_title'),
      firstName: sql<string>`u.first_name`.as('first_name'),
      email: sql<string | null>`u.email`.as('email'),
      language: sql<Language | null>`u.language`.as('language'),
      changedByName: nameOfPerson(sql`submissions.status_changed_by_user_id`).as('changed_by_name'),
      isExplained: sql<0 | 1>`${hasReviewerCommentSince(
        sql`submissions.education_part_result_id`,
        sql`submissions.user_id`,
        sql`submissions.uploaded_at`,
      )}`.as('is_explained'),
      educationIds: sql<string>`(select json_group_array(l.education_id) from ${partsOfEducations} l
        where l.education_part_id = submissions.education_part_id)`.as('education_ids'),
    })
    .from(submissions)
    .innerJoin(sql`education_part_results r`, sql`r.id = submissions.education_part_result_id`)
    .innerJoin(sql`${educationPartsView} p`, sql`p.id = submissions.education_part_id`)
    .innerJoin(sql`${peopleView} u`, sql`u.id = submissions.user_id`)
    .where(and(eq(submissions.id, id), canReviewSubmission(actor)))
  return row ?? null
}
export type SubmissionToDecide = NonNullable<Awaited<ReturnType<typeof findSubmissionToDecide>>>

const submissionParts = (actor: Actor) => sql`
  from ${partsOfEducations} l join ${educationsView} educations on educations.id = l.education_id
  join ${educationPartsView} p on p.id = l.education_part_id and p.type = 3
  where ${managesOrIsResponsible(actor)}`

/**
 * Lists the educations with submission parts that the actor manages or is responsible for, by title, at most 1,000;
 * unpublished ones too.
 */
export const listReviewedEducations = (db: Database, actor: Actor) =>
  db.rows<{ id: number; title: string }>(sql`
    select distinct educations.id, educations.title ${submissionParts(actor)} order by educations.title limit 1000`)

/**
 * Lists the submission parts of the educations that the actor manages or is responsible for, by title, at most 1,000.
 * `educationIds` has those educations of each part.
 */
export async function listReviewedParts(db: Database, actor: Actor) {
  const rows = await db.rows<{ id: number; title: string; educationIds: string }>(sql`
    select p.id, p.title, json_group_array(educations.id) as educationIds ${submissionParts(actor)}
    group by p.id order by p.title limit 1000`)
  return rows.map(({ educationIds, ...part }) => ({ ...part, educationIds: JSON.parse(educationIds) as number[] }))
}

const responsible = sql`exists (
  select 1 from ${responsiblesOfEducations} r join ${partsOfEducations} l on l.education_id = r.education_id
  where r.user_id = users.id and l.education_part_id = submissions.education_part_id
    and l.education_id = coalesce(submissions.education_id, l.education_id))`

const inCategory = sql`exists (
  select 1 from ${extensionsOfRoles} x join ${categoriesOfEducations} c on c.education_category_id = x.reference_id
  join ${partsOfEducations} l on l.education_id = c.education_id
  where x.user_id = users.id and x.role = 'Educator' and x.kind = 'EducationCategory'
    and l.education_part_id = submissions.education_part_id
    and l.education_id = coalesce(submissions.education_id, l.education_id))`

const isEducator = sql`exists (
  select 1 from ${peopleAtEducatorLevel} h where h.user_id = users.id)`

const openSubmissionCount = sql`(select count(*) from submissions o where o.assignee_id = users.id and o.status in (1, 2))`

/**
 * Lists the people to whom the submissions can be assigned, those with the fewest assigned open ones first, at most
 * 200. They are active people at educator level: those responsible for the education, those whose role is limited to
 * its category, and the actor. Each has the ids that can be assigned to them; never one that they wrote (spec G-044).
 * Whether the actor may review them is not checked here.
 */
export async function listExaminers(db: Database, actor: Actor, ids: readonly number[]) {
  const rows = await db.rows<Omit<Examiner, 'responsible'> & { responsible: number; submissionIds: string }>(sql`
    select users.id, users.first_name || ' ' || users.last_name as name, ${openSubmissionCount} as openSubmissions,
      max(${responsible}) as responsible, json_group_array(submissions.id) as submissionIds
    from ${peopleView} users join submissions on submissions.id in ${asList(ids)}
    where users.inactive_at is null and users.id <> submissions.user_id and ${isEducator}
      and (users.id = ${actor.id} or ${responsible} or ${inCategory})
    group by users.id order by openSubmissions, responsible desc, name limit 200`)
  return rows.map((row) => ({
    ...row,
    responsible: row.responsible === 1,
    submissionIds: JSON.parse(row.submissionIds) as number[],
  }))
}
