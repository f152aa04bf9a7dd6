import { ApiError, isTransient } from './api.ts'

/** Pause between an answer and the next poll. */
export const pollMilliseconds = 2000

/** Resolves when the tab is visible or the signal aborts. */
const untilVisible = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const settle = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return
      document.removeEventListener('visibilitychange', settle)
      signal.removeEventListener('abort', settle)
      resolve()
    }
    document.addEventListener('visibilitychange', settle)
    signal.addEventListener('abort', settle)
    settle()
  })

const pause = (signal: AbortSignal, ms = pollMilliseconds) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/**
 * Polls until `ask` returns true, and returns true; false when the signal aborts. It waits for `rest`, two seconds by
 * default, before each poll, also the first, pauses while the tab is hidden, and retries a failed poll. An error that
 * `isFatal` selects is thrown. It has no time limit.
 */
export async function pollUntil(
  ask: () => Promise<boolean>,
  signal: AbortSignal,
  isFatal: (error: unknown) => boolean,
  rest: (signal: AbortSignal) => Promise<void> = (now) => pause(now),
): Promise<boolean> {
  while (!signal.aborted) {
    await rest(signal)
    await untilVisible(signal)
    if (signal.aborted) return false
    try {
      if (await ask()) return true
    } catch (error) {
      if (isFatal(error)) throw error
    }
  }
  return false
}

/** Failed polls in a row after which the person decides whether to go on: a minute at two seconds. */
const maxFailedPolls = 30

/**
 * Polls every two seconds as `pollUntil` does, and goes on after a dropped network, a failing server and a 429, which
 * it also waits out. Throws any other refusal, and the thirtieth failure in a row.
 */
export async function pollPatiently(ask: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  let failures = 0
  let restMs = pollMilliseconds
  const askOnce = async () => {
    const isDone = await ask()
    failures = 0
    return isDone
  }
  const isFatal = (error: unknown) => {
    failures += 1
    if (error instanceof ApiError && error.retryAfter) restMs = error.retryAfter * 1000
    return !isTransient(error) || failures === maxFailedPolls
  }
  const rest = (now: AbortSignal) => {
    const ms = restMs
    restMs = pollMilliseconds
    return pause(now, ms)
  }
  return pollUntil(askOnce, signal, isFatal, rest)
}

interface PollListener {
  /** Returns true when there is nothing more to follow. */
  ask: (signal: AbortSignal) => Promise<boolean>
  onEnd: () => void
  onFailure: (error: unknown) => void
}

/**
 * Polls as `pollPatiently` does and reports how the polling ended, by one of the two callbacks; by none of them after
 * the returned function has stopped it.
 */
export function follow({ ask, onEnd, onFailure }: PollListener): () => void {
  const stop = new AbortController()
  pollPatiently(() => ask(stop.signal), stop.signal).then(
    (isOver) => isOver && !stop.signal.aborted && onEnd(),
    (error: unknown) => !stop.signal.aborted && onFailure(error),
  )
  return () => stop.abort()
}
