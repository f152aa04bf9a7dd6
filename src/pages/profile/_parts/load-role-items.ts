import type { SeenUser } from '#api/people/users/contract.ts'
import { listRows, loadList } from '#islands/client/loaded-list.ts'
import { listRoleOrganizations } from '#islands/users/find-users.ts'
import type { ListItems } from '#islands/users/RoleFields.tsx'

const toItems = (all: readonly { id: number; name: string }[]) => all.map(({ id, name }) => ({ id, label: name }))

/**
 * Loads the names of what limits a person's roles: organisations (at most 200), categories and education roles. `items`
 * has id and name by kind. `lists` are the answers for categories and roles; one that failed has no rows and the
 * reason.
 */
export async function loadRoleItems(
  { api, reason }: Pick<App.Locals, 'api' | 'reason'>,
  person: Pick<SeenUser, 'roles'>,
) {
  const ids = listRoleOrganizations([person])
  const [organizations, categories, roles] = await Promise.all([
    ids.length > 0 ? api('GET /Organization', { query: { ids: ids.slice(0, 200) } }) : [],
    loadList(api('GET /EducationCategory'), reason),
    loadList(api('GET /EducationRole'), reason),
  ])
  const items: ListItems = {
    Organization: toItems(organizations),
    EducationCategory: toItems(listRows(categories)),
    EducationRole: toItems(listRows(roles)),
  }
  return { items, lists: [categories, roles] as const }
}

export type RoleItems = Awaited<ReturnType<typeof loadRoleItems>>
