import type { ResultState, UserFilter } from '#api/people/user-management/lists/contract.ts'
import type { SeenUser, User } from '#api/people/users/contract.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { placeIn, toUserFilter, type UserSearch } from './users-url.ts'

/** Person of the list; has a state when the list is filtered by an education or occasion. */
export type Listed = SeenUser & { state?: ResultState | null }

/**
 * Whether all fields are visible. For a participant of another branch, an administrator who teaches sees only what the
 * day needs.
 */
export const isWhole = (person: Listed): person is Listed & User => person.userName !== undefined

export interface Found {
  items: Listed[]
  total: number
  page: number
  pageSize: number
  roleOrganizations: Record<string, string>
}

/** The three list calls, for a page or an island; an aborted call returns null. */
export interface Ask {
  all: (body: UserFilter) => Promise<Found | null>
  ofEducation: (body: UserFilter & { educationId: number }) => Promise<Found | null>
  ofOccasion: (body: UserFilter & { occasionId: number }) => Promise<Found | null>
}

/** Lists the organisations that people's roles are limited to. */
export const organizationsOf = (people: readonly Pick<SeenUser, 'roles'>[]): number[] => [
  ...new Set(people.flatMap(({ roles = {} }) => Object.values(roles).flatMap(({ Organization = [] }) => Organization))),
]

/** Returns the organisations of the list's roles with their names. */
export const namedIn = ({ roleOrganizations }: Pick<Found, 'roleOrganizations'>): ComboboxItem[] =>
  Object.entries(roleOrganizations).map(([id, label]) => ({ id: Number(id), label }))

/** Calls the list that answers a search. */
export function findUsers(ask: Ask, search: UserSearch, fields: Partial<UserFilter> = {}): Promise<Found | null> {
  const filter = { ...toUserFilter(search), ...fields }
  const place = placeIn(search)
  if (!place) return ask.all(filter)
  return 'occasionId' in place ? ask.ofOccasion({ ...filter, ...place }) : ask.ofEducation({ ...filter, ...place })
}
