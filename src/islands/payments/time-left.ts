import { useEffect, useState } from 'react'

const secondMs = 1000

/** Told at these by a screen reader, in seconds; the text itself counts in silence. */
const told = [600, 300, 60]

/** "4:05" of so many seconds. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The last mark that has been passed: five minutes, one, none. */
export const markAt = (seconds: number): number | null => told.findLast((mark) => seconds <= mark) ?? null

/** By the portal's clock, whatever the browser's says: reckoned from how much was left when the page was made. */
export function useTimeLeft(secondsLeft: number): number {
  const [end] = useState(() => Date.now() + secondsLeft * secondMs)
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const look = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / secondMs)))
    const timer = setInterval(look, secondMs)
    // A page that slept, or comes back by the back button, has missed its seconds.
    addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [end])
  return left
}
