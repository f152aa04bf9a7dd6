import type { ResultState, UserFilter } from '#api/people/user-management/lists/contract.ts'
import type { SeenUser, User } from '#api/people/users/contract.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { getPlace, toUserFilter, type UserSearch } from './users-url.ts'

/** Person of the list; has a state when the list is filtered by an education or occasion. */
export type ListedPerson = SeenUser & { state?: ResultState | null }

/**
 * Whether all fields are visible. For a participant of another branch, an administrator who teaches sees only what the
 * day needs.
 */
export const hasAllFields = (person: ListedPerson): person is ListedPerson & User => person.userName !== undefined

export interface UsersPage {
  items: ListedPerson[]
  total: number
  page: number
  pageSize: number
  roleOrganizations: Record<string, string>
  editableIds: number[]
}

/** The three list calls, for a page or an island; an aborted call returns null. */
export interface ListCalls {
  all: (body: UserFilter) => Promise<UsersPage | null>
  ofEducation: (body: UserFilter & { educationId: number }) => Promise<UsersPage | null>
  ofOccasion: (body: UserFilter & { occasionId: number }) => Promise<UsersPage | null>
}

/** Lists the ids of the organisations that people's roles are limited to, each once, in no order. */
export const listRoleOrganizations = (people: readonly Pick<SeenUser, 'roles'>[]): number[] => [
  ...new Set(people.flatMap(({ roles = {} }) => Object.values(roles).flatMap(({ Organization = [] }) => Organization))),
]

/** Returns the organisations of the list's roles with their names, by id ascending. */
export const toOrganizationItems = ({ roleOrganizations }: Pick<UsersPage, 'roleOrganizations'>): ComboboxItem[] =>
  Object.entries(roleOrganizations).map(([id, label]) => ({ id: Number(id), label }))

/**
 * Calls the list that a search needs: that of its occasion, of its education, or of all people. `fields` win over the
 * filter of the search. Null when the call was aborted.
 */
export function findUsers(
  ask: ListCalls,
  search: UserSearch,
  fields: Partial<UserFilter> = {},
): Promise<UsersPage | null> {
  const filter = { ...toUserFilter(search), ...fields }
  const place = getPlace(search)
  if (!place) return ask.all(filter)
  return 'occasionId' in place ? ask.ofOccasion({ ...filter, ...place }) : ask.ofEducation({ ...filter, ...place })
}
