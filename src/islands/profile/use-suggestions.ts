import { useRef, useState } from 'react'

const debounceMs = 200
const minLetters = 3

/**
 * Searches on the server while the reader types, from three letters on and 200 ms after the last. Only the latest
 * search counts, and a failed one finds nothing.
 */
export function useSuggestions<Answer>(find: (text: string, signal: AbortSignal) => Promise<Answer[] | null>) {
  const [answers, setAnswers] = useState<Answer[]>([])
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)
  const ask = (text: string) => {
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    if (text.trim().length < minLetters) return setAnswers([])
    const stop = new AbortController()
    const run = async () => {
      const results = await find(text.trim(), stop.signal).catch(() => [])
      if (results && !stop.signal.aborted) setAnswers(results)
    }
    running.current = { timer: setTimeout(() => void run(), debounceMs), stop }
  }
  return { answers, ask }
}
