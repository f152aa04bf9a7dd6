import type { Submission } from '#api/participation/submissions/contract.ts'
import type { SubmissionStatus } from '#api/participation/submissions/rules.ts'
import { createQueue, type QueuedMutation } from '../offline/queue.ts'

/** How long a decision is held before it is sent, so that it can be undone unnoticed by the learner. */
export const holdMs = 8000

/** A reviewer's decision that waits to be sent, or that the server has refused. */
export interface HeldDecision extends QueuedMutation {
  submissionId: number
  /** Name of the learner, for messages. */
  userName: string
  status: SubmissionStatus
  comment: string
  /** Version that the reviewer read, in epoch milliseconds (optimistic locking). */
  lastChange: number
}

/** Queue of decisions, each in a request of its own; a later one on the same submission replaces an unsent one. */
export const decisionQueue = createQueue<HeldDecision>({
  isSame: (one, other) => one.submissionId === other.submissionId,
  getSubject: ({ submissionId }) => submissionId,
  getAddress: ({ submissionId }) => submissionId,
  maxItems: 1,
})

/** Creates a decision that may be sent after eight seconds. `now` is epoch milliseconds. */
export const createDecision = (
  { submissionId, userName, lastChange }: Pick<Submission, 'submissionId' | 'userName' | 'lastChange'>,
  { status, comment }: Pick<HeldDecision, 'status' | 'comment'>,
  id: string,
  now: number,
): HeldDecision => ({
  submissionId,
  userName,
  status,
  comment,
  lastChange: lastChange.getTime(),
  id,
  at: now,
  sendFrom: now + holdMs,
})

/** Converts a decision to the input of its call. */
export const toDecisionInput = ({ submissionId, status, comment, lastChange }: HeldDecision) => ({
  params: { submissionId, status },
  body: { comment: comment.trim() || null, lastChange: new Date(lastChange) },
})

/** Whether a decision can be undone: it is neither sent nor refused. */
export const isUndoable = ({ batch, refusal }: HeldDecision) => batch === undefined && refusal === undefined

/** Returns the last decision as it stands in the queue while it can be undone, and null otherwise. */
export const findUndoable = (last: HeldDecision | null, queued: readonly HeldDecision[]): HeldDecision | null =>
  queued.find((one) => one.id === last?.id && isUndoable(one)) ?? null

/** Removes the decision with an id when it can be undone; returns the list unchanged when it cannot. */
export const withoutDecision = (all: readonly HeldDecision[], id: string): readonly HeldDecision[] =>
  all.filter((one) => one.id !== id || !isUndoable(one))

/** Shows the submissions, in their order, with the statuses of decisions that wait; refused decisions do not count. */
export function applyDecisions<Item extends Pick<Submission, 'submissionId' | 'status'>>(
  items: readonly Item[],
  decisions: readonly HeldDecision[],
): Item[] {
  const waiting = new Map(
    decisions.flatMap(({ submissionId, status, refusal }) => (refusal === undefined ? [[submissionId, status]] : [])),
  )
  return items.map((item) => ({ ...item, status: waiting.get(item.submissionId) ?? item.status }))
}
