import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { insertedId, recordAudit } from '#api/foundation/audit/storage.ts'
import { listReviewers, notifyPerson } from '#api/participation/reviewers/notify.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import type { Comment } from './contract.ts'
import { findComment, findThread, insertComment } from './storage.ts'

type Thread = NonNullable<Awaited<ReturnType<typeof findThread>>>

/**
 * Returns the thread of comments on a part result that the caller may read, with its result and whether the caller
 * reviews it. Its comments are not read.
 *
 * @throws Refused('not_found') unless the result exists and the caller is its learner or a reviewer.
 */
export async function getThread(ctx: Ctx, educationPartResultId: number): Promise<Thread> {
  const thread = await findThread(ctx.db, ctx.actor, educationPartResultId)
  const isOwn = thread?.result.userId === ctx.actor.id
  if (!thread || !(isOwn || thread.reviews)) throw new Refused('not_found')
  return thread
}

const excerpt = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

/** Returns the statements that notify the learner of a reviewer's comment, or the reviewers of the learner's. */
async function notifyOthers(ctx: Ctx, { result, partTitle, learner, ...thread }: Thread, text: string) {
  const values = { title: partTitle, name: ctx.actor.name, author: ctx.actor.name, text: excerpt(text) }
  if (result.userId !== ctx.actor.id) {
    const path = result.educationId ? `/education/${result.educationId}#part-${result.educationPartId}` : '/profile'
    return notifyPerson(ctx, learner, { kind: 'commentWritten', values, path })
  }
  const reviewers = await listReviewers(ctx.db, {
    assigneeId: sql`${thread.assigneeId}`,
    educationId: sql`${result.educationId}`,
    educationPartId: sql`${result.educationPartId}`,
    userId: result.userId,
  })
  const path = thread.submissionId ? `/inlamningsuppgifter?submission=${thread.submissionId}` : '/myeducations'
  return reviewers.flatMap((reviewer) => notifyPerson(ctx, reviewer, { kind: 'commentWritten', values, path }))
}

/**
 * Writes a comment on a part result with an audit entry, notifies the other side, and returns it.
 *
 * The comment of a reviewer goes to the learner. The learner's goes to the assignee, or without one to at most ten
 * people responsible for the education; other reviewers are not notified. A notice, and a mail for those with an
 * e-mail address, have the first 300 characters.
 *
 * @throws Refused('not_found') unless the caller is the learner or a reviewer, or when the comment disappeared after
 * the commit.
 * @throws Refused('result_canceled') when the result is cancelled.
 */
export async function writeComment(ctx: Ctx, educationPartResultId: number, text: string): Promise<Comment> {
  const thread = await getThread(ctx, educationPartResultId)
  if (thread.result.canceled) throw new Refused('result_canceled')
  const notifications: Statement[] = await notifyOthers(ctx, thread, text)
  const [inserted] = await ctx.db.commit([
    insertComment(ctx, educationPartResultId, text),
    recordAudit(ctx, 'comment.written', { type: 'comment', id: insertedId }, { educationPartResultId }),
    ...notifications,
  ] as const)
  const comment = await findComment(ctx.db, educationPartResultId, inserted[0]?.id ?? 0)
  if (!comment) throw new Refused('not_found')
  return comment
}
