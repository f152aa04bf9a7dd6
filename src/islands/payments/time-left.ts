const secondMs = 1000

/** Remaining seconds at which a screen reader announces the time; the visible text is silent. */
export const announcedAt = [600, 300, 60]

/** Formats whole seconds as minutes and seconds: "4:05". */
export const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Returns the smallest announced mark, of 600, 300 and 60 seconds, that is not below the remaining seconds. Null with
 * more than 600 left.
 */
export const findMark = (seconds: number): number | null => announcedAt.findLast((mark) => seconds <= mark) ?? null

/**
 * Calls `show` with the remaining whole seconds at once, every second and when the page is shown again, the last time
 * with 0; it cannot be stopped before. `secondsLeft` is the server's value and read once, so that a wrong browser clock
 * has no effect.
 */
export function watchTimeLeft(secondsLeft: number, show: (seconds: number) => void): void {
  const end = Date.now() + secondsLeft * secondMs
  const stop = new AbortController()
  const update = () => {
    if (stop.signal.aborted) return
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / secondMs))
    if (seconds === 0) {
      clearInterval(timer)
      stop.abort()
    }
    show(seconds)
  }
  const timer = setInterval(update, secondMs)
  // A suspended page, or one restored by Back, has missed its timer.
  addEventListener('pageshow', update, { signal: stop.signal })
  document.addEventListener('visibilitychange', update, { signal: stop.signal })
  update()
}
