import { useRef, useState } from 'react'

const debounceMs = 200
const minLetters = 3

/**
 * Searches on the server by `ask` while a person types, from three characters on, 200 ms after the last keystroke; the
 * suggestions are in `answers`. Only the latest search counts. A failed search or a shorter text gives none; `find`
 * returns null to leave them as they are.
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
