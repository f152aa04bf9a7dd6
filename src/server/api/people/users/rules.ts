import { toSearchWords } from '#api/text-matching.ts'

/**
 * Returns why a day cannot be a date of birth: after today, or before 1900; null when it can. Both are `yyyy-MM-dd`.
 */
export function refuseBirthDate(birthOn: string, todayOn: string): 'born_in_future' | 'born_too_early' | null {
  if (birthOn > todayOn) return 'born_in_future'
  return birthOn < '1900' ? 'born_too_early' : null
}

/** An organisation that a change of memberships adds or removes. */
export interface MembershipOrganization {
  id: number
  active: boolean
  /** In a branch that the caller administers. */
  isOwn: boolean
}

export interface MembershipChange {
  before: readonly number[]
  after: readonly number[]
  isExternal: boolean
  /** The organisations that are added or removed, as far as they exist. */
  places: readonly MembershipOrganization[]
}

/** Returns the ids that a change adds and removes, in the order of `after` and of `before`. */
export const compareIds = (before: readonly number[], after: readonly number[]) => ({
  added: after.filter((id) => !before.includes(id)),
  removed: before.filter((id) => !after.includes(id)),
})

/**
 * Returns why a change of a person's memberships, from the ids `before` to `after`, is refused; null when it is not.
 *
 * An external person has none (`external_without_organizations`). Nobody becomes a member of an inactive or unknown
 * organisation (`unknown_reference`), but may leave one. The office changes memberships of its own branch and leaves
 * the others as they are (`organization_beyond_own`; spec G-078). `places` are the organisations that are added or
 * removed.
 */
export function refuseMemberships({ before, after, isExternal, places }: MembershipChange) {
  const { added, removed } = compareIds(before, after)
  if (isExternal && after.length > 0) return 'external_without_organizations'
  const findPlace = (id: number) => places.find((place) => place.id === id)
  if (added.some((id) => !findPlace(id)?.active)) return 'unknown_reference'
  return [...added, ...removed].every((id) => findPlace(id)?.isOwn) ? null : 'organization_beyond_own'
}

/**
 * Returns a copy of a row of `users`, or of a change of the name, with the words by which search corrects spelling
 * (`searchWords`).
 */
export const withUserWords = <Row extends { firstName: string; lastName: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.firstName, row.lastName),
})

const spellingReplacements = [
  ['{a', 'a'],
  ['{b', 'a'],
  ['{c', 'o'],
  ['é', 'e'],
  ['ü', 'y'],
  ['-', ''],
  [' ', ''],
  ['ph', 'f'],
  ['th', 't'],
  ['ck', 'k'],
  ['c', 'k'],
  ['w', 'v'],
  ['z', 's'],
  ['ss', 's'],
  ['nn', 'n'],
] as const

/**
 * SQL: a name key without the differences of spelling by which records of one person often differ. `nameKey` is the SQL
 * expression of the key. The index `idx_users_birth_spelling` has the same expression, so a change needs a migration.
 */
export const toNameSpelling = (nameKey: string): string =>
  spellingReplacements.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, nameKey)
