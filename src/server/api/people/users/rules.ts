import { toSearchWords } from '#api/text-matching.ts'

/** Why a day cannot be somebody's date of birth; both `yyyy-MM-dd`. */
export function refuseBirth(birthOn: string, todayOn: string): 'born_in_future' | 'born_too_early' | null {
  if (birthOn > todayOn) return 'born_in_future'
  return birthOn < '1900' ? 'born_too_early' : null
}

/** An organisation as a change of memberships finds it. */
export interface Place {
  id: number
  active: boolean
  /** In the branch of whoever makes the change. */
  isOwn: boolean
}

export interface MembershipChange {
  before: readonly number[]
  after: readonly number[]
  isExternal: boolean
  /** Those that come or go, as far as they exist. */
  places: readonly Place[]
}

/** What comes and what goes. */
export const movedBetween = (before: readonly number[], after: readonly number[]) => ({
  added: after.filter((id) => !before.includes(id)),
  removed: before.filter((id) => !after.includes(id)),
})

/** The office gives and takes memberships of its own branch, and leaves the others as they are (spec G-078). */
export function refuseMemberships({ before, after, isExternal, places }: MembershipChange) {
  const { added, removed } = movedBetween(before, after)
  if (isExternal && after.length > 0) return 'external_without_organizations'
  const placeOf = (id: number) => places.find((place) => place.id === id)
  if (added.some((id) => !placeOf(id)?.active)) return 'unknown_reference'
  return [...added, ...removed].every((id) => placeOf(id)?.isOwn) ? null : 'organization_beyond_own'
}

/** Adds the words by which search finds a person to a row of `users`, or to a change of the name. */
export const withUserWords = <Row extends { firstName: string; lastName: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.firstName, row.lastName),
})
