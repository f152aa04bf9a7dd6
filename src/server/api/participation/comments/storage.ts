import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { canReviewResult } from '#api/participation/reviewers/can-review.ts'
import { users } from '#api/people/users/table.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { aliasColumn } from '#platform/columns.ts'
import type { Database } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { Comment } from './contract.ts'
import { comments } from './table.ts'

const author = sql<string>`${nameOfPerson(sql`comments.user_id`)}`

const columns = {
  id: sql<number>`comments.id`.as('comment_id'),
  educationPartResultId: comments.educationPartResultId,
  text: comments.text,
  userId: sql<number>`comments.user_id`.as('author_id'),
  userName: author.as('author_name'),
  byLearner: sql<number>`(comments.user_id = (
    select r.user_id from education_part_results r where r.id = comments.education_part_result_id))`.as('by_learner'),
  created: sql<string>`comments.created_at`.as('commented_at'),
}

const maxComments = 500

/** Selects comments, latest first. */
const selectComments = (db: QueryBuilder, where: SQL | undefined) =>
  db.query.select(columns).from(comments).where(where).orderBy(desc(comments.id))

type CommentRow = Awaited<ReturnType<typeof selectComments>>[number]

const toComment = ({ byLearner, created, ...same }: CommentRow): Comment => ({
  ...same,
  byLearner: byLearner === 1,
  created: new Date(created),
})

/** Converts rows of comments, which must be latest first, to the reply's form, oldest first. */
export const toComments = (rows: readonly CommentRow[]): Comment[] => rows.map(toComment).reverse()

/** Selects the latest 500 comments on a part result, latest first. Access is not checked here. */
export const selectThread = (db: Database, educationPartResultId: number) =>
  selectComments(db, eq(comments.educationPartResultId, educationPartResultId)).limit(maxComments)

/**
 * Selects the latest 500 comments, by anybody, on a person's results on the parts of an education, latest first, as a
 * prepared query. Access is not checked here.
 */
export const selectOwnThreads = prepareQuery((db, { userId, educationId }: { userId: number; educationId: number }) =>
  selectComments(
    db,
    sql`comments.education_part_result_id in (
      select r.id from education_part_results r
      join ${partsOfEducations} l on l.education_part_id = r.education_part_id and l.education_id = ${educationId}
      where r.user_id = ${userId})`,
  ).limit(maxComments),
)

/** Selects all comments on all part results of a person, by anybody, latest first. Access is not checked here. */
export const selectThreadsOfUser = (db: Database, userId: number) =>
  selectComments(
    db,
    sql`comments.education_part_result_id in (select r.id from education_part_results r where r.user_id = ${userId})`,
  )

/**
 * Finds the part result whose comments form a thread, with its learner and whether the actor reviews it; null when it
 * does not exist. Access is not checked here. `submissionId` is null without a submission, `assigneeId` also while
 * nobody is assigned.
 */
export async function findThread(db: Database, actor: Actor, educationPartResultId: number) {
  const [row] = await db.query
    .select({
      result: educationPartResults,
      partTitle: educationParts.title,
      learner: {
        id: aliasColumn(users.id, 'learner_id'),
        firstName: users.firstName,
        email: users.email,
        language: users.language,
      },
      reviews: sql<0 | 1>`${canReviewResult(actor)}`,
      assigneeId: sql<number | null>`(select s.assignee_id from submissions s
        where s.education_part_result_id = education_part_results.id)`,
      submissionId: sql<number | null>`(select s.id from submissions s
        where s.education_part_result_id = education_part_results.id)`,
    })
    .from(educationPartResults)
    .innerJoin(educationParts, eq(educationParts.id, educationPartResults.educationPartId))
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .where(eq(educationPartResults.id, educationPartResultId))
  return row ?? null
}

/**
 * Returns the statement that inserts a comment by the actor on a part result; its result is the id. Access is not
 * checked here; a repeat inserts a second comment, and nobody is notified.
 */
export const insertComment = ({ db, actor, now }: Ctx, educationPartResultId: number, text: string) =>
  db.query
    .insert(comments)
    .values({ educationPartResultId, userId: actor.id, text, createdAt: now })
    .returning({ id: comments.id })

/** SQL condition: somebody other than the learner has commented on the part result at the moment `since` or later. */
export const hasReviewerCommentSince = (educationPartResultId: SQL, learnerId: SQL, since: SQL): SQL => sql`exists (
  select 1 from comments later_comments
  where later_comments.education_part_result_id = ${educationPartResultId}
    and later_comments.user_id <> ${learnerId} and later_comments.created_at >= ${since})`

/** Finds a comment on a part result by id; null when the result has no such comment. Access is not checked here. */
export async function findComment(db: Database, educationPartResultId: number, id: number): Promise<Comment | null> {
  const [row] = await selectComments(
    db,
    and(eq(comments.id, id), eq(comments.educationPartResultId, educationPartResultId)),
  )
  return row ? toComment(row) : null
}
