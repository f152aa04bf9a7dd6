import { atom } from 'nanostores'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { Translate } from '#locales/translate.ts'
import { ApiError, api } from '../client/api.ts'
import { storedKeys } from '../client/stored-keys.ts'
import { createId, createOfflineQueue } from '../offline/offline-queue.ts'
import {
  createDecision,
  decisionQueue,
  type HeldDecision,
  holdMs,
  isUndoable,
  toDecisionInput,
  withoutDecision,
} from './decision-queue.ts'
import { toSingleFilter } from './submissions-url.ts'
import { getUnsentComment, storeUnsentComment } from './unsent-comments.ts'

const conflictCodes = ['changed_meanwhile', 'submission_awaits_file', 'submission_decided', 'submission_status']

const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && conflictCodes.includes(error.body.code ?? '')

const fetchSubmission = async (submissionId: number) =>
  (await api('POST /submissionAdmin', { body: toSingleFilter(submissionId) })).items[0] ?? null

/** Returns who decided first and the new status, or that there is a newer file, as a text. */
function toConflictText(t: Translate, now: Submission | null, { lastChange }: HeldDecision): string {
  if (!now) return t('desk.gone')
  if (now.status <= 2 && now.uploaded.getTime() > lastChange) return t('decide.lostFile')
  return t('decide.lost', { name: now.statusChangedByName ?? t('anEducator'), status: t(`status.${now.status}`) })
}

interface DecisionOptions {
  readerId: number
  /** Translator of the namespace `submissions`. */
  t: Translate
  /** Called after a decision was sent or refused. */
  onSettled: () => void
}

/**
 * Creates the state of a reviewer's decisions. They are held for eight seconds, and stored in the browser until the
 * server has them, as attendance is.
 *
 * `hold` queues a decision, with its comment, in place of the unsent comment. `$last` is the last one for eight
 * seconds, even if it has been sent by then (`findUndoable`). `undo` returns false for one that has been sent;
 * otherwise its comment is unsent once more. `$decisions` has refused ones too, until `dismiss`; a conflict names who
 * was first. `keepSending` sends what an earlier visit left.
 */
export function createDecisionState({ readerId, t, onSettled }: DecisionOptions) {
  const $last = atom<HeldDecision | null>(null)
  async function write([decision]: readonly HeldDecision[]) {
    if (!decision) return
    try {
      await api('PUT /submissionAdmin/UpdateStatus/:submissionId/:status', toDecisionInput(decision))
    } catch (error) {
      if (!isConflict(error)) throw error
      const text = toConflictText(t, await fetchSubmission(decision.submissionId), decision)
      throw new ApiError(error.status, { ...error.body, message: text })
    } finally {
      // The queue removes the decision, or stores its refusal, in between.
      setTimeout(onSettled)
    }
  }
  const sending = createOfflineQueue<HeldDecision>({
    name: storedKeys.decisions(readerId),
    queue: decisionQueue,
    write,
    refresh: async () => onSettled(),
  })
  const { $queued: $decisions, $reachable, send, keepSending, dismiss } = sending

  const keepComment = ({ submissionId, comment }: HeldDecision) => {
    if (getUnsentComment(submissionId) === '') storeUnsentComment(submissionId, comment)
  }

  function hold(submission: Submission, given: Pick<HeldDecision, 'status' | 'comment'>) {
    const decision = createDecision(submission, given, createId(), Date.now())
    storeUnsentComment(submission.submissionId, '')
    $decisions.set(decisionQueue.enqueue($decisions.get(), decision))
    $last.set(decision)
    setTimeout(() => $last.get() === decision && $last.set(null), holdMs)
    void send()
  }

  function undo(id: string): boolean {
    const decision = $decisions.get().find((one) => one.id === id)
    if ($last.get()?.id === id) $last.set(null)
    if (!decision || !isUndoable(decision)) return false
    $decisions.set(withoutDecision($decisions.get(), id))
    keepComment(decision)
    return true
  }

  return {
    $decisions,
    $last,
    $reachable,
    hold,
    undo,
    send,
    keepSending,
    /** Removes a refused decision; its comment is unsent once more. */
    dismiss(decision: HeldDecision) {
      keepComment(decision)
      dismiss(decision)
    },
  }
}
