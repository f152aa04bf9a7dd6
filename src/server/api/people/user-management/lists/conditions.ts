import { type SQL, sql } from 'drizzle-orm'
import type { ListFilter } from '#api/people/reach/list-page.ts'
import { selectBranchMembers } from '#api/people/reach/within-reach.ts'
import { toPrefixMatch, toQueryWords, toSubstringMatch } from '#api/text-matching.ts'
import type { UserFilter } from './contract.ts'

const asList = (values: readonly (number | string)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

export interface SearchOptions {
  /**
   * Searches only names, for callers who do not see e-mail addresses and user names and could guess them by searching.
   */
  isByName: boolean
  /** Also searches protected identities, for superadministrators. */
  withProtected: boolean
}

/**
 * SQL query for the ids of people whose text contains every word or its beginning, or whose name contains every word
 * anywhere.
 */
function matchingIds(question: string, { isByName, withProtected }: SearchOptions): SQL {
  const words = toQueryWords(question)
  if (words.length === 0) return sql`select null where false`
  const inside = toSubstringMatch(words)
  const beginning = isByName ? `{name} : (${toPrefixMatch(words)})` : toPrefixMatch(words)
  const inNames = inside ? sql` union select rowid from users_trigrams where users_trigrams match ${inside}` : sql``
  const inProtected = withProtected
    ? sql` union select rowid from protected_words where protected_words match ${beginning}`
    : sql``
  return sql`select rowid from users_words where users_words match ${beginning}${inNames}${inProtected}`
}

const isMember = sql`users.is_external = 0`

const isOrNot = (value: boolean | null | undefined, condition: SQL): SQL[] =>
  value === null || value === undefined ? [] : [value ? condition : sql`not ${condition}`]

/**
 * Returns the SQL conditions and id sets of a filter of people. Erased and merged-away people never match, and external
 * people match no organisation. Which people the caller may see is checked elsewhere. `options` say what the text is
 * looked for in.
 */
export function toFilterConditions(
  { searchString = '', organizationIds = [], roles = [], ...filter }: UserFilter,
  options: SearchOptions,
): ListFilter {
  return {
    idSets: [
      ...(searchString === '' ? [] : [matchingIds(searchString, options)]),
      ...(organizationIds.length > 0 ? [selectBranchMembers(organizationIds)] : []),
      ...(roles.length > 0 ? [sql`select distinct user_id from user_roles where role in ${asList(roles)}`] : []),
    ],
    where: [
      sql`users.erased_at is null`,
      sql`users.merged_into is null`,
      // An external user has no organisations, even if rows from the register remain.
      ...(organizationIds.length > 0 ? [isMember] : []),
      ...isOrNot(filter.isExternal, sql`(users.is_external = 1)`),
      ...isOrNot(filter.inactive, sql`(users.inactive_at is not null)`),
    ],
  }
}

/** SQL condition: the state is one of `states`; false for an empty list. */
export const hasState = (state: SQL, states: readonly number[]): SQL => sql`${state} in ${asList(states)}`
