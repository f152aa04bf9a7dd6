import { type SQL, sql } from 'drizzle-orm'
import { membersOf } from '#api/people/reach/within-reach.ts'
import { beginningMatch, insideMatch, wordsOfQuestion } from '#api/text-matching.ts'
import type { Narrowing } from '#platform/chosen-page.ts'
import type { UserFilter } from './contract.ts'

const asList = (values: readonly (number | string)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

export interface Sought {
  /** The words are looked for in names alone, for a caller who is not shown addresses and user names and would learn them by guessing. */
  isByName: boolean
  /** Also in what protection has put away, for the office of protected people. */
  withProtected: boolean
}

/** People with every word, whole or begun, or with names that hold them. */
function found(question: string, { isByName, withProtected }: Sought): SQL {
  const words = wordsOfQuestion(question)
  if (words.length === 0) return sql`select null where false`
  const inside = insideMatch(words)
  const beginning = isByName ? `{name} : (${beginningMatch(words)})` : beginningMatch(words)
  const inNames = inside ? sql` union select rowid from users_trigrams where users_trigrams match ${inside}` : sql``
  const putAway = withProtected
    ? sql` union select rowid from protected_words where protected_words match ${beginning}`
    : sql``
  return sql`select rowid from users_words where users_words match ${beginning}${inNames}${putAway}`
}

const isMember = sql`users.is_external = 0`

const isOrNot = (wanted: boolean | null | undefined, condition: SQL): SQL[] =>
  wanted === null || wanted === undefined ? [] : [wanted ? condition : sql`not ${condition}`]

/** The conditions of a filter of people; the caller's reach is checked elsewhere. */
export function matching(
  { searchString = '', organizationIds = [], roles = [], ...filter }: UserFilter,
  sought: Sought,
): Narrowing {
  return {
    among: [
      ...(searchString === '' ? [] : [found(searchString, sought)]),
      ...(organizationIds.length > 0 ? [membersOf(organizationIds)] : []),
      ...(roles.length > 0 ? [sql`select distinct user_id from user_roles where role in ${asList(roles)}`] : []),
    ],
    where: [
      sql`users.erased_at is null`,
      // An external user has no organisations, whatever the register still holds.
      ...(organizationIds.length > 0 ? [isMember] : []),
      ...isOrNot(filter.isExternal, sql`(users.is_external = 1)`),
      ...isOrNot(filter.inactive, sql`(users.inactive_at is not null)`),
    ],
  }
}

export const inStates = (state: SQL, states: readonly number[]): SQL => sql`${state} in ${asList(states)}`
