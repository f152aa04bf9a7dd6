import type { Role } from '#api/actor.ts'
import type { ResultState, UserFilter, userOrders } from '#api/people/user-management/lists/contract.ts'

type Order = (typeof userOrders)[number]

/** What is looked for, as it stands in the address. */
export interface Search {
  text: string
  role: Role | ''
  organizationId: number | null
  kind: '' | 'member' | 'external' | 'inactive'
  educationId: number | null
  occasionId: number | null
  /** How far people have come in the education or occasion. */
  state: ResultState | null
  sort: Order
  descending: boolean
  page: number
}

const roles = ['SuperAdministrator', 'Administrator', 'Educator', 'OrganizationAdmin'] as const
const kinds = ['member', 'external', 'inactive'] as const
const orders = ['name', 'lastLogin'] as const
export const states = [0, 1, 2, 3, 4] as const

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | '' =>
  values.find((value) => value === text) ?? ''

const idOf = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

export const searchOf = (address: URLSearchParams): Search => ({
  text: (address.get('text') ?? '').slice(0, 200),
  role: oneOf(roles, address.get('role')),
  organizationId: idOf(address.get('organization')),
  kind: oneOf(kinds, address.get('kind')),
  educationId: idOf(address.get('education')),
  occasionId: idOf(address.get('occasion')),
  state: states.find((state) => String(state) === address.get('state')) ?? null,
  sort: oneOf(orders, address.get('sort')) || 'name',
  descending: address.has('descending'),
  page: idOf(address.get('page')) ?? 1,
})

export function addressOf(search: Search): string {
  const { text, role, organizationId, kind, educationId, occasionId, state, sort, descending, page } = search
  const address = new URLSearchParams({
    ...(text ? { text } : {}),
    ...(role ? { role } : {}),
    ...(organizationId ? { organization: String(organizationId) } : {}),
    ...(kind ? { kind } : {}),
    ...(educationId ? { education: String(educationId) } : {}),
    ...(occasionId ? { occasion: String(occasionId) } : {}),
    ...(state !== null && (educationId || occasionId) ? { state: String(state) } : {}),
    ...(sort === 'name' ? {} : { sort }),
    ...(descending ? { descending: '1' } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return address.size > 0 ? `/users?${address}` : '/users'
}

/** The address of the list in this order, or the other way when it is already. */
export const sortedAddress = (search: Search, sort: Order): string =>
  addressOf({
    ...search,
    page: 1,
    sort,
    // The latest first, and names from A.
    descending: search.sort === sort ? !search.descending : sort === 'lastLogin',
  })

/** The same as the calls want it. */
export const filterOf = ({ text, role, organizationId, kind, sort, descending, page }: Search): UserFilter => ({
  page,
  pageSize: 50,
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
 * What a file is asked by: what is looked for, without its pages. Who is chosen stays so while somebody else is looked for,
 * so that of them the search says nothing but where their state is asked about.
 */
export function exportFilterOf(search: Search, userIds: readonly number[] | null) {
  if (userIds) return { ...placeOf({ ...search, state: null }) }
  const { page: _, pageSize: __, sort: ___, descending: ____, ...filter } = filterOf(search)
  return { ...filter, ...placeOf(search) }
}

/** Where the state of people is asked about, if anywhere: an occasion before its education. */
export function placeOf({ educationId, occasionId, state }: Search) {
  const wanted = state === null ? {} : { states: [state] }
  if (occasionId) return { occasionId, ...wanted }
  return educationId ? { educationId, ...wanted } : null
}
