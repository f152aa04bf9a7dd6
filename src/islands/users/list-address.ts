import type { Role } from '#api/actor.ts'
import type { UserFilter } from '#api/users/lists/contract.ts'

/** What is looked for, as it stands in the address. */
export interface Search {
  text: string
  role: Role | ''
  organizationId: number | null
  kind: '' | 'member' | 'external' | 'inactive'
  page: number
}

const roles = ['SuperAdministrator', 'Administrator', 'Educator', 'OrganizationAdmin'] as const
const kinds = ['member', 'external', 'inactive'] as const

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | '' =>
  values.find((value) => value === text) ?? ''

const idOf = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

export const searchOf = (address: URLSearchParams): Search => ({
  text: (address.get('text') ?? '').slice(0, 200),
  role: oneOf(roles, address.get('role')),
  organizationId: idOf(address.get('organization')),
  kind: oneOf(kinds, address.get('kind')),
  page: idOf(address.get('page')) ?? 1,
})

export function addressOf({ text, role, organizationId, kind, page }: Search): string {
  const address = new URLSearchParams({
    ...(text ? { text } : {}),
    ...(role ? { role } : {}),
    ...(organizationId ? { organization: String(organizationId) } : {}),
    ...(kind ? { kind } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return address.size > 0 ? `/users?${address}` : '/users'
}

/** The same as the call wants it. */
export const filterOf = ({ text, role, organizationId, kind, page }: Search): UserFilter => ({
  page,
  pageSize: 50,
  ...(text.trim() ? { searchString: text } : {}),
  ...(role ? { roles: [role] } : {}),
  ...(organizationId ? { organizationIds: [organizationId] } : {}),
  ...(kind === 'external' ? { isExternal: true } : {}),
  ...(kind === 'member' ? { isExternal: false } : {}),
  ...(kind === 'inactive' ? { inactive: true } : {}),
})
