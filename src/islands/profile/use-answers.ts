import { useRef, useState } from 'react'

const wait = 200
const fewestLetters = 3

/** What the server answers to what is typed, the last question alone; a question that fails answers nothing. */
export function useAnswers<Answer>(find: (text: string, signal: AbortSignal) => Promise<Answer[] | null>) {
  const [answers, setAnswers] = useState<Answer[]>([])
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)
  const ask = (text: string) => {
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    if (text.trim().length < fewestLetters) return setAnswers([])
    const stop = new AbortController()
    const run = async () => {
      const found = await find(text.trim(), stop.signal).catch(() => [])
      if (found && !stop.signal.aborted) setAnswers(found)
    }
    running.current = { timer: setTimeout(() => void run(), wait), stop }
  }
  return { answers, ask }
}
