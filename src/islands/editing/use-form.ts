import { useState } from 'react'
import { useSaving } from './use-saving.ts'

/**
 * State of a form without optimistic locking: its draft, and one write at a time through `run`. `initial` is read once,
 * and the draft stays after a write. `run` ignores a write while another runs, never rejects, and clears `failure` when
 * it begins. `useDraft` edits versioned data.
 */
export function useForm<Draft extends object>(initial: Draft) {
  const [draft, setDraft] = useState(initial)
  const { isBusy, failure, run } = useSaving()
  return {
    draft,
    change: (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields })),
    errorOf: (field: string) => failure?.fields[field],
    isBusy,
    failure,
    run,
  }
}
