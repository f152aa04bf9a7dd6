import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant } from '#api/wire.ts'
import { maxCommentLength } from './rules.ts'

/** Plain text (spec G-045). */
export const commentText = z.string().trim().min(1).max(maxCommentLength)

export const Comment = z.object({
  id,
  educationPartResultId: id,
  text: z.string(),
  userId: id,
  userName: z.string(),
  /** The author is the learner. */
  byLearner: z.boolean(),
  created: instant,
})
export type Comment = z.infer<typeof Comment>

export const comments = contract({
  'GET /comments/:educationPartResultId': {
    who: 'signedIn',
    reply: z.array(Comment),
    cache: 'never',
    summary: 'Lists the comments on a result, oldest first, for the learner and the reviewers of the part.',
  },
  'POST /comments/:educationPartResultId': {
    who: 'signedIn',
    body: z.union([commentText, z.object({ text: commentText }).transform(({ text }) => text)]),
    reply: Comment,
    repeatable: true,
    summary: 'Adds a comment, given as a JSON string, and notifies the other side.',
  },
})
