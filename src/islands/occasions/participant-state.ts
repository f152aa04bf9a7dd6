import { atom } from 'nanostores'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { api } from '../client/api.ts'
import { storedKeys } from '../client/stored-keys.ts'
import { newId, sendingQueue } from '../offline/sending.ts'
import { isNews, withResults } from './participant-rows.ts'
import { newTap, type Tap, type TapField, type Taps, tapQueue, writtenOf } from './taps.ts'

/** So long the way back from the last tap stands over the list; each tap is its own way back afterwards. */
const undoMs = 8000

/** The people of an occasion and what has been tapped at them, kept in the browser until the server has it. */
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

  const tapOf = ({ resultId, userId }: Participant, field: TapField, value: boolean) =>
    newTap({ occasionId, resultId, userId, field, value }, newId(), Date.now())

  /** Said of all who are chosen; the way back is for those alone of whom it is news. */
  function say(chosen: readonly Participant[], field: TapField, value: boolean) {
    const said = chosen.map((person) => ({ tap: tapOf(person, field, value), isNew: isNews(person, field, value) }))
    const news = said.filter(({ isNew }) => isNew).map(({ tap }) => tap)
    $taps.set(said.map(({ tap }) => tap).reduce(tapQueue.withSaid, $taps.get()))
    $last.set(news)
    setTimeout(() => $last.get() === news && $last.set([]), undoMs)
    void send()
  }

  /** An approval that has been sent has been mailed; the way back from it is to take the person off. */
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

  return { $people, $taps, $reachable, $last, say, undo, undoable, send, reload, keepSending, dismiss }
}

export type ParticipantState = ReturnType<typeof participantState>
