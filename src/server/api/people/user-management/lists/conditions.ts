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

/** How far the person of a row of `users` has come in an education: a `ResultState`, or null. */
export const stateInEducation = (educationId: number): SQL => {
  const whole = sql`select 1 from education_results r where r.user_id = users.id and r.education_id = ${educationId}`
  const parts = sql`select 1 from education_part_results r where r.user_id = users.id
    and r.education_part_id in (select education_part_id from education_to_part where education_id = ${educationId})
    and (r.education_id is null or r.education_id = ${educationId})`
  return sql`(case
    when exists (${whole} and r.completed = 1) then 2
    when exists (${whole}) or exists (${parts} and r.canceled = 0 and (r.signed_up_at is not null or r.completed = 1)) then 0
    when exists (${parts} and r.canceled = 0) then 1
    when exists (${parts}) then 4
  end)`
}

export const completedInEducation = (educationId: number): SQL => sql`(
  select max(r.completed_at) from education_results r
  where r.user_id = users.id and r.education_id = ${educationId} and r.completed = 1
)`

/** The ids of all who have anything to do with an education. */
export const peopleOfEducation = (educationId: number): SQL => sql`
  select user_id from education_results where education_id = ${educationId}
  union select user_id from education_part_results where education_part_id in (
    select education_part_id from education_to_part where education_id = ${educationId})`

export const peopleOfOccasion = (occasionId: number): SQL =>
  sql`select distinct user_id from education_part_results where occasion_id = ${occasionId}`

// A live sign-up before the canceled ones, of which there may be several. The `+` makes SQLite look among the person's
// own results: it would otherwise read all participants for each person.
const onOccasion = (selected: SQL, occasionId: number): SQL => sql`(
  select ${selected} from education_part_results r where r.user_id = users.id and +r.occasion_id = ${occasionId}
  order by r.canceled, r.changed_at desc limit 1
)`

/** What the person of a row of `users` has on an occasion: a `ResultState`, or null. */
export const stateOnOccasion = (occasionId: number): SQL =>
  onOccasion(
    sql`case when r.canceled = 1 then 4 when r.completed = 1 then 2 when r.attended = 1 then 3
      when r.signed_up_at is null then 1 else 0 end`,
    occasionId,
  )

export const completedOnOccasion = (occasionId: number): SQL =>
  onOccasion(sql`case when r.completed = 1 and r.canceled = 0 then r.completed_at end`, occasionId)

export const inStates = (state: SQL, states: readonly number[]): SQL => sql`${state} in ${asList(states)}`
