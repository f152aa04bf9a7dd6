import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'
import { ApiError } from '../client/api.ts'
import type { Queue, Said } from './queue.ts'

export const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')

const retryMs = 8000

/**
 * Whether a refusal will be the same next time. It may be another without a connection, an overload or a sign-in, and while the
 * first request of the same key is still under way, as after a page was left in the middle of sending.
 */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.body.code !== 'write_under_way' &&
  ![401, 408, 425, 429].includes(error.status)

/** Only one tab sends at a time; where the browser has no locks, the keys alone see to it that nothing counts twice. */
const alone = async (name: string, isPatient: boolean, send: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return send()
  await navigator.locks.request(name, { ifAvailable: !isPatient }, (lock) => (lock ? send() : undefined))
}

/** What cannot be read any more is nothing to send. */
function keptList<Item>(text: string): readonly Item[] {
  try {
    const kept: unknown = JSON.parse(text)
    // Only this browser writes here, under the reader's own name.
    return Array.isArray(kept) ? (kept as Item[]) : []
  } catch {
    return []
  }
}

interface Sender<Item extends Said> {
  /** Of this reader on this device; another window of theirs sees the same. */
  name: string
  queue: Queue<Item>
  /** Writes the items in one request; the key makes it harmless to repeat. */
  write: (items: readonly Item[], key: string) => Promise<void>
}

/** Keeps what is said until the server has it: over reloads, without a line, and sent once when it is back. */
export function sendingQueue<Item extends Said>({ name, queue, write }: Sender<Item>) {
  const $said = persistentAtom<readonly Item[]>(name, [], { encode: JSON.stringify, decode: keptList<Item> })
  const $reachable = atom(true)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendNext(now: number): Promise<boolean> {
    const next = queue.nextBatch($said.get(), now)
    if (!next) return false
    $said.set(queue.marked($said.get(), next.items, next.batch))
    try {
      await write(next.items, next.batch)
      $said.set(queue.answered($said.get(), next.items))
    } catch (error) {
      if (!isFinal(error)) throw error
      $said.set(queue.refused($said.get(), next.items, error.message))
    }
    $reachable.set(true)
    return true
  }

  /** `isPatient`: waits for another sender of the same list and sends what it left; else that one is relied on. */
  async function send(everything = false, isPatient = false): Promise<void> {
    clearTimeout(timer)
    // Nobody is signed in: what waits is theirs who said it, and stays until they are back.
    if (localStorage.getItem('token') === null) return
    let wait = 0
    try {
      await alone(name, isPatient, async () => {
        while (await sendNext(everything ? Number.POSITIVE_INFINITY : Date.now()));
      })
    } catch {
      $reachable.set(false)
      wait = retryMs
    }
    const ready = queue.readyAt($said.get())
    if (ready === null) return
    clearTimeout(timer)
    timer = setTimeout(() => void send(), Math.max(wait, ready - Date.now(), 250))
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

  const dismiss = ({ id }: Pick<Item, 'id'>) => $said.set($said.get().filter((one) => one.id !== id))

  return { $said, $reachable, send, keepSending, dismiss }
}
