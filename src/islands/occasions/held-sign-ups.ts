import { atom } from 'nanostores'
import { api } from '../client/api.ts'
import { storedKeys } from '../client/stored-keys.ts'
import { createId, createOfflineQueue } from '../offline/offline-queue.ts'
import {
  createMutation,
  type ResultMutation,
  type ResultMutations,
  resultQueue,
  toWrittenResult,
} from './result-queue.ts'

/** How long a decision about sign-ups is held before it is sent, so that it can be undone unnoticed. */
const holdMs = 8000

/** A sign-up that waits for approval. */
export interface HeldSignUp {
  resultId: number
  userId: number
  userName: string
  occasionId: number | null
}

/** Creates the mutations of one decision, held for eight seconds. `now` is epoch milliseconds. */
export const createDecisions = (
  signUps: readonly HeldSignUp[],
  isApproval: boolean,
  now: number,
  newId: () => string,
): ResultMutation[] =>
  signUps.map(({ resultId, userId, occasionId }) => {
    const field = isApproval ? 'approved' : 'canceled'
    const mutation = createMutation({ occasionId, resultId, userId, field, value: true }, newId(), now)
    return { ...mutation, sendFrom: now + holdMs }
  })

/** Lists the mutations that can still be taken back: neither sent nor refused. */
export const listUndoable = (last: ResultMutations, queued: ResultMutations): ResultMutations =>
  queued.filter(
    ({ id, batch, refusal }) => batch === undefined && refusal === undefined && last.some((one) => one.id === id),
  )

/**
 * Creates the state of decisions about sign-ups of several occasions, in the queue that attendance uses: stored in the
 * browser until the server has them. `decide` holds one for eight seconds, in which `undo` takes it back as far as it
 * is not sent. `$last` has the last decision for that time; `$queued` others too, and refused ones until `dismiss`.
 */
export function createHeldSignUps(readerId: number) {
  const $last = atom<ResultMutations>([])
  const sending = createOfflineQueue<ResultMutation>({
    name: storedKeys.taps(readerId),
    queue: resultQueue,
    async write(mutations, idempotencyKey) {
      await api('PUT /EducationPartOccasions/results', { body: mutations.map(toWrittenResult) }, { idempotencyKey })
    },
  })
  const { $queued, send } = sending
  return {
    ...sending,
    $last,
    decide(signUps: readonly HeldSignUp[], isApproval: boolean) {
      const made = createDecisions(signUps, isApproval, Date.now(), createId)
      $queued.set(made.reduce(resultQueue.enqueue, $queued.get()))
      $last.set(made)
      setTimeout(() => $last.get() === made && $last.set([]), holdMs)
      void send()
    },
    undo() {
      const undone = new Set(listUndoable($last.get(), $queued.get()).map(({ id }) => id))
      $queued.set($queued.get().filter(({ id }) => !undone.has(id)))
      $last.set([])
    },
  }
}
