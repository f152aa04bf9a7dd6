/** Pause between an answer and the next poll. */
export const pollMilliseconds = 2000

const untilVisible = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'visible') return resolve()
    const onChange = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', onChange)
      resolve()
    }
    document.addEventListener('visibilitychange', onChange)
  })

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pollMilliseconds)
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
  rest: (signal: AbortSignal) => Promise<void> = pause,
): Promise<boolean> {
  while (!signal.aborted) {
    await rest(signal)
    await untilVisible()
    if (signal.aborted) return false
    try {
      if (await ask()) return true
    } catch (error) {
      if (isFatal(error)) throw error
    }
  }
  return false
}
