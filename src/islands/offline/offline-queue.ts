import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'
import { ApiError } from '../client/api.ts'
import { storedKeys } from '../client/stored-keys.ts'
import type { Queue, QueuedMutation } from './queue.ts'

/** Returns a random id of 128 bits in letters and digits, not a UUID, also in browsers without `crypto.randomUUID`. */
export const createId = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')

const retryMs = 8000

/**
 * Whether a refusal is final. It may change without a connection, on overload or after a sign-in, and while the first
 * request with the same key is under way, as after a page was left while sending.
 */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.body.code !== 'write_under_way' &&
  ![401, 408, 425, 429].includes(error.status)

/** Runs `send` in one tab at a time. In browsers without locks, the idempotency keys alone prevent duplicates. */
const withLock = async (name: string, isPatient: boolean, send: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return send()
  await navigator.locks.request(name, { ifAvailable: !isPatient }, (lock) => (lock ? send() : undefined))
}

/** Parses a stored queue; unreadable text is an empty one. */
function parseList<Item>(text: string): readonly Item[] {
  try {
    const stored: unknown = JSON.parse(text)
    // Only this browser writes this entry, under the reader's own key.
    return Array.isArray(stored) ? (stored as Item[]) : []
  } catch {
    return []
  }
}

/**
 * Whether the page may have been rendered before the last change that left the queue: the page before it runs on until
 * this one has arrived, and may receive an answer in between.
 */
const mayBeOlderThanQueue = (name: string): boolean =>
  Number(sessionStorage.getItem(storedKeys.answeredAt(name))) > Date.now() - performance.now()

interface SendingOptions<Item extends QueuedMutation> {
  /** Storage key of the reader's queue on this device; other windows of the reader share it. */
  name: string
  /** Rules of the queue, from `createQueue`. */
  queue: Queue<Item>
  /**
   * Sends the items in one request; the key makes a retry harmless. Rejects with an `ApiError` when the server refuses.
   */
  write: (items: readonly Item[], key: string) => Promise<void>
  /** Reads again what the page shows, when a change was answered to the page before, after this one was requested. */
  refresh?: () => Promise<void>
}

/**
 * Creates an offline queue that stores mutations until the server has them: across reloads and without a connection.
 *
 * The caller adds to `$queued` and calls `send(everything, isPatient)`, which never rejects and sends what is due, with
 * `everything` all; with `isPatient` it waits for another tab that sends. An `ApiError` of 400 to 499 from `write` is a
 * final refusal, which is stored with its mutation; several that were refused together are sent again one by one. After
 * any other failure, with 401, 408, 425, 429 and `write_under_way` too, the queue is sent again in eight seconds.
 * Nothing is sent while nobody is signed in.
 *
 * `keepSending` sends now, when the connection returns and, everything, when the page is hidden, and returns a function
 * that stops this. It runs `refresh` when the page may be older than the last answer. `$reachable` is false after a
 * failed sending; `dismiss` removes a mutation.
 */
export function createOfflineQueue<Item extends QueuedMutation>({ name, queue, write, refresh }: SendingOptions<Item>) {
  const $queued = persistentAtom<readonly Item[]>(name, [], { encode: JSON.stringify, decode: parseList<Item> })
  const $reachable = atom(true)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendNext(now: number): Promise<boolean> {
    const next = queue.nextBatch($queued.get(), now)
    if (!next) return false
    $queued.set(queue.marked($queued.get(), next.items, next.batch))
    try {
      await write(next.items, next.batch)
      sessionStorage.setItem(storedKeys.answeredAt(name), String(Date.now()))
      $queued.set(queue.answered($queued.get(), next.items))
    } catch (error) {
      if (!isFinal(error)) throw error
      $queued.set(queue.refused($queued.get(), next.items, error.message))
    }
    $reachable.set(true)
    return true
  }

  /**
   * Sends the queue; never rejects. With `everything` it sends mutations before their `sendFrom` too. With `isPatient`
   * it waits for another sender of the same queue and sends the rest; otherwise it leaves the queue to that one.
   */
  async function send(everything = false, isPatient = false): Promise<void> {
    clearTimeout(timer)
    // Nobody is signed in: the queue belongs to its reader and stays until the next sign-in.
    if (localStorage.getItem('token') === null) return
    let wait = 0
    try {
      await withLock(name, isPatient, async () => {
        while (await sendNext(everything ? Number.POSITIVE_INFINITY : Date.now()));
      })
    } catch {
      $reachable.set(false)
      wait = retryMs
    }
    const ready = queue.readyAt($queued.get())
    if (ready === null) return
    clearTimeout(timer)
    timer = setTimeout(() => void send(), Math.max(wait, ready - Date.now(), 250))
  }

  /**
   * Sends now, when the connection returns, and, all of it, when the page is hidden. Returns a function that stops
   * this.
   */
  function keepSending() {
    const back = () => void send()
    const away = () => document.visibilityState === 'hidden' && void send(true)
    if (refresh && mayBeOlderThanQueue(name)) void refresh().catch((error: unknown) => console.warn('refresh', error))
    addEventListener('online', back)
    document.addEventListener('visibilitychange', away)
    void send()
    return () => {
      removeEventListener('online', back)
      document.removeEventListener('visibilitychange', away)
      clearTimeout(timer)
    }
  }

  const dismiss = ({ id }: Pick<Item, 'id'>) => $queued.set($queued.get().filter((one) => one.id !== id))

  return { $queued, $reachable, send, keepSending, dismiss }
}
