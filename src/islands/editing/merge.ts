type Fields = Readonly<Record<string, unknown>>

/** Whether two values are the same as JSON; files are only the same as themselves. */
const isSame = (a: unknown, b: unknown) =>
  a instanceof Blob || b instanceof Blob ? a === b : JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Lists the fields of `now` that differ from `base`, in the order of `now`; null and undefined are the same. Values are
 * compared as JSON, files by identity, so another order of items or keys is a difference.
 */
export const changedFields = (base: Fields, now: Fields): string[] =>
  Object.keys(now).filter((field) => !isSame(base[field], now[field]))

export interface Merge<Draft> {
  /** The stored values with the person's own changes applied. */
  merged: Draft
  /** Fields that both have changed to different values. */
  conflicts: (keyof Draft & string)[]
}

/**
 * Returns the form values after a save: the stored values with everything that was typed since the save began. For a
 * field that differs between `sent` and `typed`, the typed value wins over the stored one.
 */
export const mergeAfterSave = <Draft extends object>(sent: Draft, typed: Draft, stored: Draft): Draft =>
  merge(sent, typed, stored).merged

/**
 * Merges the changes of two people who began with `base`: `theirs` is stored, `mine` is not. `merged` is theirs with
 * every field that mine has changed. Fields that both have changed to different values are `conflicts`, for which
 * `merged` has mine.
 */
export function merge<Draft extends object>(base: Draft, mine: Draft, theirs: Draft): Merge<Draft> {
  const own = changedFields(base as Fields, mine as Fields)
  const ownChanges = Object.fromEntries(own.map((field) => [field, mine[field as keyof Draft]]))
  const conflicts = own.filter((field) => {
    const stored = theirs[field as keyof Draft]
    return !isSame(stored, base[field as keyof Draft]) && !isSame(stored, mine[field as keyof Draft])
  })
  return { merged: { ...theirs, ...ownChanges }, conflicts: conflicts as (keyof Draft & string)[] }
}
