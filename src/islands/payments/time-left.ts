import { useEffect, useState } from 'react'

const secondMs = 1000

/** Remaining seconds at which a screen reader announces the time; the visible text is silent. */
const announcedAt = [600, 300, 60]

/** Formats whole seconds as minutes and seconds: "4:05". */
export const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Returns the smallest announced mark, of 600, 300 and 60 seconds, that is not below the remaining seconds. Null with
 * more than 600 left.
 */
export const findMark = (seconds: number): number | null => announcedAt.findLast((mark) => seconds <= mark) ?? null

/**
 * Returns the remaining whole seconds, at least 0, once a second. `secondsLeft` is the server's value and read once, so
 * that a wrong browser clock has no effect.
 */
export function useTimeLeft(secondsLeft: number): number {
  const [end] = useState(() => Date.now() + secondsLeft * secondMs)
  const [remaining, setRemaining] = useState(secondsLeft)
  useEffect(() => {
    const update = () => setRemaining(Math.max(0, Math.ceil((end - Date.now()) / secondMs)))
    const timer = setInterval(update, secondMs)
    // A suspended page, or one restored by Back, has missed its timer.
    addEventListener('pageshow', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      removeEventListener('pageshow', update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [end])
  return remaining
}
