import type { UserFilter, userOrders } from '#api/people/user-management/lists/contract.ts'
import { pageSizes } from '../url-state/page-sizes.ts'
import { flag, id, oneOf, page, presence, text } from '../url-state/params.ts'
import { type UrlStateOf, urlState } from '../url-state/url-state.ts'

type Order = (typeof userOrders)[number]

const roles = ['SuperAdministrator', 'Administrator', 'Educator', 'OrganizationAdmin'] as const
const kinds = ['member', 'external', 'inactive'] as const
const orders = ['name', 'lastLogin'] as const satisfies readonly Order[]
/** Columns of the list in their order; the first names the person and is never hidden. */
const userColumnNames = [
  'name',
  'state',
  'organization',
  'roles',
  'phone',
  'birthDate',
  'idrottsId',
  'lastLogin',
] as const
export type UserColumn = (typeof userColumnNames)[number]
/** Columns that are hidden until the reader shows them. */
const hiddenAtFirst: readonly UserColumn[] = ['phone', 'birthDate', 'idrottsId']
/** States of a person's progress in the education or occasion. */
export const progressStates = [0, 1, 2, 3, 4] as const

export const usersUrl = urlState('/users', {
  text: text(),
  role: oneOf(roles, ''),
  organizationId: id('organization'),
  kind: oneOf(kinds, ''),
  educationId: id('education'),
  occasionId: id('occasion'),
  state: oneOf(progressStates, null),
  sort: oneOf(orders, 'name'),
  descending: presence(),
  size: oneOf(pageSizes, 50),
  dense: flag(),
  /** The shown columns; empty for those that are shown at first. */
  columns: { parse: (texts): UserColumn[] => userColumnNames.filter((one) => texts.includes(one)), fallback: [] },
  page: page(),
})
export type UserSearch = UrlStateOf<typeof usersUrl>

/**
 * Returns the path of the list of people, with a search and its changes as the query. A state without an education or
 * occasion is left out.
 */
export const usersHref = (search: UserSearch, changes: Partial<UserSearch> = {}): string => {
  const next = { ...search, ...changes }
  return usersUrl.href(next, { state: next.educationId || next.occasionId ? next.state : null })
}

/** Returns the columns that a search hides. */
export const listHiddenColumns = ({ columns }: UserSearch): ReadonlySet<UserColumn> =>
  new Set(columns.length > 0 ? userColumnNames.filter((one, at) => at > 0 && !columns.includes(one)) : hiddenAtFirst)

/** Returns the columns of a search that hides these; none when they are those that are hidden at first. */
export function toShownColumns(hidden: ReadonlySet<string>): UserColumn[] {
  const shown = userColumnNames.filter((one) => !hidden.has(one))
  const isFirst = userColumnNames.every((one) => hidden.has(one) === hiddenAtFirst.includes(one))
  return isFirst ? [] : shown
}

/**
 * Returns path and query of the list's first page in this order, or in the opposite direction when it is already sorted
 * so. A new order begins ascending, that of the last sign-in descending.
 */
export const sortedHref = (search: UserSearch, sort: Order): string => {
  // The latest sign-in first, and names from A.
  const descending = search.sort === sort ? !search.descending : sort === 'lastLogin'
  return usersHref(search, { page: 1, sort, descending })
}

/**
 * Converts the search to the filter of the list's calls, with its page size. Empty filters are left out, and a kind is
 * external, member or inactive people. The education or occasion is not part of it: see `getPlace`.
 */
export const toUserFilter = ({
  text,
  role,
  organizationId,
  kind,
  sort,
  descending,
  size,
  page,
}: UserSearch): UserFilter => ({
  page,
  pageSize: size,
  sort,
  descending,
  ...(text.trim() ? { searchString: text } : {}),
  ...(role ? { roles: [role] } : {}),
  ...(organizationId ? { organizationIds: [organizationId] } : {}),
  ...(kind === 'external' ? { isExternal: true } : {}),
  ...(kind === 'member' ? { isExternal: false } : {}),
  ...(kind === 'inactive' ? { inactive: true } : {}),
})

/**
 * Returns the filter of an export: the search without its pages and order. A selection outlives a change of the search,
 * so for chosen people (`userIds`, which the caller sends apart) only the education or occasion counts, without the
 * progress; empty without one.
 */
export function toExportFilter(search: UserSearch, userIds: readonly number[] | null) {
  if (userIds) return { ...getPlace({ ...search, state: null }) }
  const { page: _, pageSize: __, sort: ___, descending: ____, ...filter } = toUserFilter(search)
  return { ...filter, ...getPlace(search) }
}

/**
 * Returns the filter by the occasion or education whose participants are listed, the occasion first. The chosen
 * progress is in `states`, which is left out when none is chosen. Null without either place, whatever the progress.
 */
export function getPlace({ educationId, occasionId, state }: UserSearch) {
  const stateFilter = state === null ? {} : { states: [state] }
  if (occasionId) return { occasionId, ...stateFilter }
  return educationId ? { educationId, ...stateFilter } : null
}
