import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { afterSave, changedFields, merge } from './merge.ts'

export interface Failure {
  message: string
  fields: Record<string, string>
}

export interface Conflict<Draft> {
  /** What somebody else has stored meanwhile. */
  theirs: Draft
  fields: (keyof Draft & string)[]
}

interface Options<Draft, Stored> {
  stored: Stored
  /** What of the stored is the form's. */
  draftOf: (stored: Stored) => Draft
  /** Writes the draft over the version it was begun from. */
  save: (draft: Draft, version: Stored) => Promise<Stored>
  /** The stored as it is now, when a save came too late. */
  reload: () => Promise<Stored>
  onSaved: (stored: Stored) => void
}

export const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : 'An unknown error occured.',
  fields: (error instanceof ApiError && error.body.fields) || {},
})

const isLate = (error: unknown) => error instanceof ApiError && error.body.code === 'changed_meanwhile'

export type DraftState<Draft extends object> = Omit<ReturnType<typeof useDraft<Draft, unknown>>, 'take' | 'begin'>

/** Asks before the page is left while something typed is not saved. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}

/**
 * A form over something stored. A save that comes too late is tried again over what is stored now, with one's own
 * changes in it; only where both have changed the same field is the writer asked.
 */
export function useDraft<Draft extends object, Stored>(options: Options<Draft, Stored>) {
  const [base, setBase] = useState(options.stored)
  const [draft, setDraft] = useState(() => options.draftOf(options.stored))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<Conflict<Draft> | null>(null)
  const [newer, setNewer] = useState(options.stored)
  const running = useRef(false)
  const latest = useRef(base)
  latest.current = base
  const isDirty =
    changedFields(options.draftOf(base) as Record<string, unknown>, draft as Record<string, unknown>).length > 0
  useUnsaved(isDirty)

  async function write(wanted: Draft, version: Stored): Promise<void> {
    try {
      const stored = await options.save(wanted, version)
      setBase(stored)
      setDraft((typed) => afterSave(wanted, typed, options.draftOf(stored)))
      setFailure(null)
      setConflict(null)
      options.onSaved(stored)
    } catch (error) {
      if (!isLate(error)) throw error
      const found = await options.reload()
      const theirs = options.draftOf(found)
      const { merged, conflicts } = merge(options.draftOf(version), wanted, theirs)
      setDraft((typed) => afterSave(wanted, typed, merged))
      if (conflicts.length > 0) {
        // The base stays: put away and saved again, the same is asked again.
        setNewer(found)
        return setConflict({ theirs, fields: conflicts })
      }
      setBase(found)
      return write(merged, found)
    }
  }

  async function run(wanted: Draft, version: Stored) {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await write(wanted, version)
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    draft,
    isDirty,
    busy,
    failure,
    conflict,
    errorOf: (field: string) => failure?.fields[field],
    change: (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields })),
    save: () => run(draft, base),
    /** The writer has decided between one's own and the other's. */
    decide: (fields: Partial<Draft>) => {
      setConflict(null)
      setDraft({ ...draft, ...fields })
      void run({ ...draft, ...fields }, newer)
    },
    leaveConflict: () => setConflict(null),
    /** What is stored has been read anew: one's own changes are laid over it. */
    take: (stored: Stored) => {
      const before = options.draftOf(latest.current)
      setDraft((mine) => merge(before, mine, options.draftOf(stored)).merged)
      setBase(stored)
    },
    /** One's own changes are given up for what is stored. */
    begin: (stored: Stored) => {
      setBase(stored)
      setDraft(options.draftOf(stored))
      setFailure(null)
      setConflict(null)
    },
  }
}
