import { atom } from 'nanostores'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { api } from '../client/api.ts'
import { storedKeys } from '../client/stored-keys.ts'
import { newId, sendingQueue } from '../offline/sending.ts'
import { isNews, withResults } from './participant-rows.ts'
import { newTap, type Tap, type TapField, type Taps, tapQueue, writtenOf } from './taps.ts'

/** How long undo is offered after a change; afterwards a change is undone by its own button. */
const undoMs = 8000

/**
 * State of an occasion's participants and of the queued changes, which are stored in the browser until the server has
 * them.
 */
export function participantState(occasionId: number, readerId: number, people: readonly Participant[]) {
  const $people = atom(people)
  const $last = atom<Taps>([])
  const sending = sendingQueue<Tap>({
    name: storedKeys.taps(readerId),
    queue: tapQueue,
    async write(taps, idempotencyKey) {
      const body = taps.map(writtenOf)
      const results = await api('PUT /EducationPartOccasions/results', { body }, { idempotencyKey })
      $people.set(withResults($people.get(), results))
    },
  })
  const { $said: $taps, $reachable, send, keepSending, dismiss } = sending

  const createTap = ({ resultId, userId }: Participant, field: TapField, value: boolean) =>
    newTap({ occasionId, resultId, userId, field, value }, newId(), Date.now())

  /** Queues a change for all chosen people; undo covers only those whose state it changes. */
  function enqueue(people: readonly Participant[], field: TapField, value: boolean) {
    const entries = people.map((person) => ({
      tap: createTap(person, field, value),
      isNew: isNews(person, field, value),
    }))
    const effective = entries.filter(({ isNew }) => isNew).map(({ tap }) => tap)
    $taps.set(entries.map(({ tap }) => tap).reduce(tapQueue.withSaid, $taps.get()))
    $last.set(effective)
    setTimeout(() => $last.get() === effective && $last.set([]), undoMs)
    void send()
  }

  /**
   * Lists the changes that can be undone. A sent approval has been mailed and cannot; the person is removed instead.
   */
  const undoable = (last: Taps, taps: Taps) =>
    last.filter(({ id, field }) => field !== 'approved' || taps.some((tap) => tap.id === id && !tap.batch))

  function undo() {
    const opposite = (tap: Tap): Tap => newTap({ ...tap, value: !tap.value, batch: undefined }, newId(), Date.now())
    $taps.set(
      undoable($last.get(), $taps.get()).reduce(
        (taps, tap) => tapQueue.withoutSaid(taps, tap, opposite(tap)),
        $taps.get(),
      ),
    )
    $last.set([])
    void send()
  }

  async function reload() {
    $people.set(await api('GET /EducationPartOccasions/:id/participants', { params: { id: occasionId } }))
  }

  return { $people, $taps, $reachable, $last, say: enqueue, undo, undoable, send, reload, keepSending, dismiss }
}

export type ParticipantState = ReturnType<typeof participantState>
