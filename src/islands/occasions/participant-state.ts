import { atom } from 'nanostores'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { api } from '../client/api.ts'
import { storedKeys } from '../client/stored-keys.ts'
import { createId, createOfflineQueue } from '../offline/offline-queue.ts'
import { changesParticipant, mergeResults } from './participant-rows.ts'
import {
  createMutation,
  type ResultField,
  type ResultMutation,
  type ResultMutations,
  resultQueue,
  toWrittenResult,
} from './result-queue.ts'

/** How long undo is offered after a change; afterwards a change is undone by its own button. */
const undoMs = 8000

/** How often one `reload` reads the people before it leaves the list as it is. */
const maxReads = 5

/**
 * Creates the state of an occasion's participants (`$people`) and of the reader's queued changes (`$taps`), stored in
 * the browser until the server has them.
 *
 * `enqueue` queues a change for people and begins to send. All occasions share the queue: `$taps` also has changes of
 * others, and refused ones until they are dismissed. `keepSending` sends what an earlier visit left. `undo` takes back
 * the last change (`$last`, empty after eight seconds), by the opposite change once it is sent, but not an approval
 * that has been sent; `undoable(last, taps)` lists what it would take back. `reload` reads the people again and rejects
 * when that fails. An answer that a change has overtaken is discarded and read again, at most five times; one that a
 * later read has overtaken is discarded.
 */
export function createParticipantState(occasionId: number, readerId: number, people: readonly Participant[]) {
  const $people = atom(people)
  const $last = atom<ResultMutations>([])
  let writes = 0
  let requests = 0
  let shownRequest = 0
  const sending = createOfflineQueue<ResultMutation>({
    name: storedKeys.taps(readerId),
    queue: resultQueue,
    async write(taps, idempotencyKey) {
      const body = taps.map(toWrittenResult)
      const results = await api('PUT /EducationPartOccasions/results', { body }, { idempotencyKey })
      writes += 1
      $people.set(mergeResults($people.get(), results))
    },
    refresh: reload,
  })
  const { $queued: $taps, $reachable, send, keepSending, dismiss } = sending

  const createTap = ({ resultId, userId }: Participant, field: ResultField, value: boolean) =>
    createMutation({ occasionId, resultId, userId, field, value }, createId(), Date.now())

  /** Queues a change for all chosen people; undo covers only those whose state it changes. */
  function enqueue(people: readonly Participant[], field: ResultField, value: boolean) {
    const entries = people.map((person) => ({
      tap: createTap(person, field, value),
      isNew: changesParticipant(person, field, value),
    }))
    const effective = entries.filter(({ isNew }) => isNew).map(({ tap }) => tap)
    $taps.set(entries.map(({ tap }) => tap).reduce(resultQueue.enqueue, $taps.get()))
    $last.set(effective)
    setTimeout(() => $last.get() === effective && $last.set([]), undoMs)
    void send()
  }

  /**
   * Lists the changes that can be undone. A sent approval has been mailed and cannot; the person is removed instead.
   */
  const undoable = (last: ResultMutations, taps: ResultMutations) =>
    last.filter(({ id, field }) => field !== 'approved' || taps.some((tap) => tap.id === id && !tap.batch))

  function undo() {
    const opposite = (tap: ResultMutation): ResultMutation =>
      createMutation({ ...tap, value: !tap.value, batch: undefined }, createId(), Date.now())
    $taps.set(
      undoable($last.get(), $taps.get()).reduce(
        (taps, tap) => resultQueue.enqueueUndo(taps, tap, opposite(tap)),
        $taps.get(),
      ),
    )
    $last.set([])
    void send()
  }

  async function reload() {
    for (let reads = 0; reads < maxReads; reads += 1) {
      const writesBefore = writes
      requests += 1
      const request = requests
      const answer = await api('GET /EducationPartOccasions/:id/participants', { params: { id: occasionId } })
      // The answers of two reloads may arrive in another order.
      if (request < shownRequest) return
      // The answer may be older than a change that was saved during the read.
      if (writes !== writesBefore) continue
      shownRequest = request
      $people.set(answer)
      return
    }
  }

  return { $people, $taps, $reachable, $last, enqueue: enqueue, undo, undoable, send, reload, keepSending, dismiss }
}

export type ParticipantState = ReturnType<typeof createParticipantState>
