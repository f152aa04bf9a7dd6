import { atom, type ReadableAtom } from 'nanostores'
import type { EducationPartResult } from '#api/results/contract.ts'
import { ApiError, api } from '../api.ts'

/** What a tap asks for. */
export interface Tap {
  attended?: boolean
  completed?: boolean
  canceled?: boolean
  /** Approves a sign-up that waits. */
  signUpDate?: string
}

interface Kept {
  resultId: number
  userId: number
  tap: Tap
}

export interface Queue {
  $kept: ReadableAtom<readonly Kept[]>
  /** Why a tap was refused, by result. */
  $refused: ReadableAtom<Readonly<Record<number, string>>>
  /** The line is down, and taps wait for it. */
  $isWaiting: ReadableAtom<boolean>
  tap: (resultId: number, userId: number, tap: Tap) => void
  /** Sends what is kept; called again whenever the line may be back. */
  flush: () => Promise<void>
}

interface Options {
  occasionId: number
  /** Whose taps they are: another person at the same device never sends them. */
  userId: number
  onSaved: (results: readonly EducationPartResult[]) => void
  /** The browser's own; tests give theirs. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  send?: (kept: readonly Kept[]) => Promise<readonly EducationPartResult[]>
}

const atOnce = 50

const sendTaps: NonNullable<Options['send']> = (kept) =>
  api('PUT /EducationPartOccasions/results', {
    body: kept.map(({ resultId, userId, tap: { signUpDate, ...said } }) => ({
      resultId,
      userId,
      ...said,
      ...(signUpDate === undefined ? {} : { signUpDate: new Date(signUpDate) }),
    })),
  })

/**
 * Keeps each tap until the server has said yes or no to it. A tap says how a result shall stand, not what to add, so
 * sending it twice changes nothing; of several taps on one result only the last is sent.
 */
export function attendanceQueue(options: Options): Queue {
  const { occasionId, userId, onSaved, storage = localStorage, send = sendTaps } = options
  const name = `attendance ${userId} ${occasionId}`
  const $kept = atom<readonly Kept[]>(JSON.parse(storage.getItem(name) ?? '[]') as Kept[])
  const $refused = atom<Readonly<Record<number, string>>>({})
  const $isWaiting = atom(false)
  let running: Promise<void> | null = null

  function keep(next: readonly Kept[]) {
    $kept.set(next)
    if (next.length > 0) storage.setItem(name, JSON.stringify(next))
    else storage.removeItem(name)
  }
  /** Only what was sent: a tap that came meanwhile on the same result stays. */
  const forget = (sent: readonly Kept[]) => keep($kept.get().filter((one) => !sent.includes(one)))

  async function sendEach(batch: readonly Kept[]) {
    for (const one of batch) {
      try {
        onSaved(await send([one]))
        forget([one])
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
        $refused.set({ ...$refused.get(), [one.resultId]: error.message })
        forget([one])
      }
    }
  }

  async function sendBatch(batch: readonly Kept[]) {
    try {
      onSaved(await send(batch))
      forget(batch)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
      // All or none: which of them was refused is found one by one.
      await sendEach(batch)
    }
  }

  async function sendAll() {
    try {
      while ($kept.get().length > 0) await sendBatch($kept.get().slice(0, atOnce))
      $isWaiting.set(false)
    } catch {
      $isWaiting.set(true)
    }
  }

  /** One at a time, so that what is on its way is not sent beside itself. */
  const flush = () => {
    running ??= sendAll().finally(() => {
      running = null
    })
    return running
  }

  return {
    $kept,
    $refused,
    $isWaiting,
    flush,
    tap(resultId, person, tap) {
      const { [resultId]: _, ...others } = $refused.get()
      $refused.set(others)
      const before = $kept.get().find((one) => one.resultId === resultId)
      const rest = $kept.get().filter((one) => one.resultId !== resultId)
      keep([...rest, { resultId, userId: person, tap: { ...before?.tap, ...tap } }])
      void flush()
    },
  }
}
