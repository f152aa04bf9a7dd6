import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { createUnsavedWarning, type UnsavedWarning } from '../client/unsaved-warning.ts'
import { changedFields, merge, mergeAfterSave } from './merge.ts'

type Fields = Record<string, unknown>

export interface Failure {
  message: string
  fields: Record<string, string>
}

export interface Conflict<Draft> {
  /** Values that somebody else has stored since this draft began. */
  theirs: Draft
  fields: (keyof Draft & string)[]
}

interface Options<Draft, Stored> {
  stored: Stored
  /** Returns the values that the form edits. */
  draftOf: (stored: Stored) => Draft
  /** Saves the draft over the version that it began from. */
  save: (draft: Draft, version: Stored) => Promise<Stored>
  /** Reads the current version after a conflict. */
  reload: () => Promise<Stored>
  onSaved: (stored: Stored) => void
}

/**
 * Converts a thrown error to the message and the field errors that a form shows. `fields` is empty unless the error is
 * an `ApiError` that names fields; a thrown value that is no error gets a fixed English message.
 */
export const toFailure = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : 'An unknown error occured.',
  fields: (error instanceof ApiError && error.body.fields) || {},
})

const isVersionConflict = (error: unknown) => error instanceof ApiError && error.body.code === 'changed_meanwhile'

export type DraftState<Draft extends object> = Omit<ReturnType<typeof useDraft<Draft, unknown>>, 'rebase' | 'reset'>

/**
 * Lets the browser ask before the page is left, also for the sign-in after a lost session, while something is
 * `unsaved`: a typed text, a draft or true. Returns a function that ends the question at once, for a save that leads to
 * another page; the next change of `unsaved` begins it again. `given` is the warning to use, where something else ends
 * it.
 */
export function useUnsavedWarning(unsaved: unknown, given?: UnsavedWarning): () => void {
  const [own] = useState(createUnsavedWarning)
  const { begin, end } = given ?? own
  useEffect(() => {
    if (!unsaved) return
    begin()
    return end
  }, [unsaved, begin, end])
  return end
}

/**
 * State of a form over stored data, with optimistic locking. After a version conflict it merges the person's changes
 * into the stored values (`options.reload`) and saves again; it asks, by `conflict`, only when both have changed the
 * same field. `decide` then saves the chosen values, `leaveConflict` keeps the draft unsaved. The browser asks before
 * unsaved changes are left. `options.onSaved` follows each successful save, and typed text stays in the draft.
 *
 * `options.stored` is read once; `rebase` brings a later version under the person's changes, and `reset` one that
 * discards them. `options.save` receives the draft and the version that it began from, and returns the stored row.
 * `save` never rejects: `failure` has the reason, also of a failed reload, and the draft stays. `failure` is cleared by
 * the next successful save and by `reset`. A save is ignored while another runs.
 */
export function useDraft<Draft extends object, Stored>(options: Options<Draft, Stored>) {
  const [base, setBase] = useState(options.stored)
  const [draft, setDraft] = useState(() => options.draftOf(options.stored))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<Conflict<Draft> | null>(null)
  const [newer, setNewer] = useState(options.stored)
  const running = useRef(false)
  const latest = useRef(base)
  latest.current = base
  const isDirty = changedFields(options.draftOf(base) as Fields, draft as Fields).length > 0
  const latestDraft = useRef(draft)
  latestDraft.current = draft
  const endWarning = useUnsavedWarning(isDirty && draft)

  async function write(submitted: Draft, version: Stored): Promise<void> {
    try {
      const stored = await options.save(submitted, version)
      setBase(stored)
      setDraft((typed) => mergeAfterSave(submitted, typed, options.draftOf(stored)))
      setFailure(null)
      setConflict(null)
      // `onSaved` may leave the page before React renders the saved draft. Later input is still asked about.
      if (changedFields(submitted as Fields, latestDraft.current as Fields).length === 0) endWarning()
      options.onSaved(stored)
    } catch (error) {
      if (!isVersionConflict(error)) throw error
      const reloaded = await options.reload()
      const theirs = options.draftOf(reloaded)
      const { merged, conflicts } = merge(options.draftOf(version), submitted, theirs)
      setDraft((typed) => mergeAfterSave(submitted, typed, merged))
      if (conflicts.length > 0) {
        // The base stays, so that closing the dialog and saving again leads to the same question.
        setNewer(reloaded)
        return setConflict({ theirs, fields: conflicts })
      }
      setBase(reloaded)
      return write(merged, reloaded)
    }
  }

  async function run(submitted: Draft, version: Stored) {
    if (running.current) return
    running.current = true
    setIsBusy(true)
    try {
      await write(submitted, version)
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      running.current = false
      setIsBusy(false)
    }
  }

  return {
    /** The values that were stored when the draft began or was last saved. */
    base,
    draft,
    isDirty,
    isBusy,
    failure,
    conflict,
    errorOf: (field: string) => failure?.fields[field],
    change: (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields })),
    save: () => run(draft, base),
    /** Saves the values that the person chose in the conflict dialog. */
    decide: (fields: Partial<Draft>) => {
      setConflict(null)
      setDraft({ ...draft, ...fields })
      void run({ ...draft, ...fields }, newer)
    },
    leaveConflict: () => setConflict(null),
    /** Replaces the stored values with a newer version and applies the person's own changes to it. */
    rebase: (stored: Stored) => {
      const before = options.draftOf(latest.current)
      setDraft((mine) => merge(before, mine, options.draftOf(stored)).merged)
      setBase(stored)
    },
    /** Discards the person's changes and begins with the stored values. */
    reset: (stored: Stored) => {
      setBase(stored)
      setDraft(options.draftOf(stored))
      setFailure(null)
      setConflict(null)
    },
  }
}
