import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'
import type { Participant } from '#api/results/participants/contract.ts'
import { ApiError, api } from '../api.ts'
import { withResults } from './participant-rows.ts'
import {
  answered,
  marked,
  newTap,
  nextBatch,
  readyAt,
  refused,
  type Tap,
  type TapField,
  type Taps,
  withoutTap,
  withTap,
  writtenOf,
} from './taps.ts'

const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
const retryMs = 8000
/** So long the way back from the last tap stands over the list; each tap is its own way back afterwards. */
const undoMs = 8000

/** A "no" that will be the same next time; without a connection, an overload or a sign-in it may be another. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status)

/** What cannot be read any more is nothing to send. */
function keptTaps(text: string): Taps {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? (kept as Tap[]) : []
  } catch {
    return []
  }
}

/** Only one tab sends at a time; where the browser has no locks, the keys alone see to it that nothing counts twice. */
const alone = async (name: string, send: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return send()
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? send() : undefined))
}

/** The people of an occasion and what has been tapped at them, kept in the browser until the server has it. */
export function participantState(occasionId: number, readerId: number, people: readonly Participant[]) {
  const $people = atom(people)
  const $taps = persistentAtom<Taps>(`taps-${readerId}`, [], { encode: JSON.stringify, decode: keptTaps })
  const $reachable = atom(true)
  const $last = atom<Taps>([])
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendNext(now: number): Promise<boolean> {
    const next = nextBatch($taps.get(), now)
    if (!next) return false
    $taps.set(marked($taps.get(), next.taps, next.batch))
    try {
      const results = await api(
        'PUT /EducationPartOccasions/results',
        { body: next.taps.map(writtenOf) },
        { idempotencyKey: next.batch },
      )
      $people.set(withResults($people.get(), results))
      $taps.set(answered($taps.get(), next.taps))
    } catch (error) {
      if (!isFinal(error)) throw error
      $taps.set(refused($taps.get(), next.taps, error.message))
    }
    $reachable.set(true)
    return true
  }

  async function send(everything = false): Promise<void> {
    clearTimeout(timer)
    let wait = 0
    try {
      await alone(`taps-${readerId}`, async () => {
        while (await sendNext(everything ? Number.POSITIVE_INFINITY : Date.now()));
      })
    } catch {
      $reachable.set(false)
      wait = retryMs
    }
    const ready = readyAt($taps.get())
    if (ready === null) return
    clearTimeout(timer)
    timer = setTimeout(() => void send(), Math.max(wait, ready - Date.now(), 250))
  }

  const tapOf = ({ resultId, userId }: Participant, field: TapField, value: boolean) =>
    newTap({ occasionId, resultId, userId, field, value }, newId(), Date.now())

  function say(chosen: readonly Participant[], field: TapField, value: boolean) {
    const said = chosen.map((person) => tapOf(person, field, value))
    $taps.set(said.reduce(withTap, $taps.get()))
    $last.set(said)
    setTimeout(() => $last.get() === said && $last.set([]), undoMs)
    void send()
  }

  /** An approval that has been sent has been mailed; the way back from it is to take the person off. */
  const undoable = (last: Taps, taps: Taps) =>
    last.filter(({ id, field }) => field !== 'approved' || taps.some((tap) => tap.id === id && !tap.batch))

  function undo() {
    const opposite = (tap: Tap): Tap => newTap({ ...tap, value: !tap.value, batch: undefined }, newId(), Date.now())
    $taps.set(
      undoable($last.get(), $taps.get()).reduce((taps, tap) => withoutTap(taps, tap, opposite(tap)), $taps.get()),
    )
    $last.set([])
    void send()
  }

  async function reload() {
    $people.set(await api('GET /EducationPartOccasions/:id/participants', { params: { id: occasionId } }))
  }

  /** Sends what waits now, when the line is back, and whatever is left when the page is put away. */
  function keepSending() {
    const back = () => void send()
    const away = () => document.visibilityState === 'hidden' && void send(true)
    addEventListener('online', back)
    document.addEventListener('visibilitychange', away)
    void send()
    return () => {
      removeEventListener('online', back)
      document.removeEventListener('visibilitychange', away)
      clearTimeout(timer)
    }
  }

  const dismiss = ({ id }: Tap) => $taps.set($taps.get().filter((tap) => tap.id !== id))

  return { $people, $taps, $reachable, $last, say, undo, undoable, send, reload, keepSending, dismiss }
}

export type ParticipantState = ReturnType<typeof participantState>
