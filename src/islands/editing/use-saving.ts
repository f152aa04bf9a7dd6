import { useRef, useState } from 'react'
import { type Failure, toFailure } from '../editing/use-draft.ts'

/**
 * Runs one write at a time and stores why it failed. A write is ignored while another runs, and `run` never rejects.
 * `failure` is cleared when the next write begins, or by `forget`, as when a dialog is opened again.
 */
export function useSaving() {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const running = useRef(false)
  async function run(write: () => Promise<void>): Promise<void> {
    if (running.current) return
    running.current = true
    setIsBusy(true)
    setFailure(null)
    try {
      await write()
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      running.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, failure, run, forget: () => setFailure(null) }
}
