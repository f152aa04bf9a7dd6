/** Between two questions; the next is only asked when the previous one has been answered. */
export const pollMilliseconds = 2000

const visible = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'visible') return resolve()
    const shown = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', shown)
      resolve()
    }
    document.addEventListener('visibilitychange', shown)
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
 * Asks until the answer is yes or the signal aborts; rests while the tab is hidden. A question that fails is asked
 * again: a course must not be lost to a moment without a network. `isFatal` tells the failures that end it, `rest` how long it is until the
 * next question.
 */
export async function pollUntil(
  ask: () => Promise<boolean>,
  signal: AbortSignal,
  isFatal: (error: unknown) => boolean,
  rest: (signal: AbortSignal) => Promise<void> = pause,
): Promise<boolean> {
  while (!signal.aborted) {
    await rest(signal)
    await visible()
    if (signal.aborted) return false
    try {
      if (await ask()) return true
    } catch (error) {
      if (isFatal(error)) throw error
    }
  }
  return false
}
