type Fields = Readonly<Record<string, unknown>>

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields that were written differently here. */
export const changedFields = (base: Fields, now: Fields): string[] =>
  Object.keys(now).filter((field) => !same(base[field], now[field]))

export interface Merge<Draft> {
  /** The stored values with one's own changes in them. */
  merged: Draft
  /** Fields that both have changed, and not to the same. */
  conflicts: (keyof Draft & string)[]
}

/** What a form holds once it is saved: what was stored, and over it what has been typed since the save began. */
export const afterSave = <Draft extends object>(sent: Draft, typed: Draft, stored: Draft): Draft =>
  merge(sent, typed, stored).merged

/** Two people began with `base`; one has stored `theirs`, the other has written `mine`. */
export function merge<Draft extends object>(base: Draft, mine: Draft, theirs: Draft): Merge<Draft> {
  const own = changedFields(base as Fields, mine as Fields)
  const kept = Object.fromEntries(own.map((field) => [field, mine[field as keyof Draft]]))
  const conflicts = own.filter((field) => {
    const stored = theirs[field as keyof Draft]
    return !same(stored, base[field as keyof Draft]) && !same(stored, mine[field as keyof Draft])
  })
  return { merged: { ...theirs, ...kept }, conflicts: conflicts as (keyof Draft & string)[] }
}
