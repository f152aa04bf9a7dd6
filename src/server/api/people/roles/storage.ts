import { and, eq, sql } from 'drizzle-orm'
import { type ExtensionKind, extensionKinds, type HeldRoles, type Role } from '#api/actor.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { roleExtensions, userRoles } from './table.ts'
import { groupRolesOfPeople } from './views.ts'

type Lists = Partial<Record<ExtensionKind, number[]>>

/** Lists the roles of the given people that a group at the OpenID provider gave, in no order. */
export const listGroupRoles = (db: Database, userIds: readonly number[]): Promise<{ userId: number; role: Role }[]> =>
  db.rows(sql`select given.user_id as userId, given.role from ${groupRolesOfPeople} given
    where given.user_id in (select value from json_each(${JSON.stringify(userIds)}))`)

const removeExtensions = (db: Database, userId: number, role: Role): Statement =>
  db.query.delete(roleExtensions).where(and(eq(roleExtensions.userId, userId), eq(roleExtensions.role, role)))

const insertExtensions = (db: Database, userId: number, role: Role, lists: Lists): Statement[] => {
  const pairs = extensionKinds.flatMap((kind) => (lists[kind] ?? []).map((referenceId) => ({ kind, referenceId })))
  if (pairs.length === 0) return []
  return [
    insertFrom(
      db.query,
      roleExtensions,
      { userId, role, kind: sql`pair.value ->> 'kind'`, referenceId: sql`pair.value ->> 'referenceId'` },
      sql`from json_each(${JSON.stringify(pairs)}) pair`,
    ),
  ]
}

/**
 * Returns the statements that write a person's role as it is in `roles`: with its lists, or removed. It is given by
 * hand from then on, or `fromGroup`. The commit fails as `last_superadministrator` when it removes the last one. It
 * records nothing, and the person keeps the version.
 */
export function writeRole(db: Database, userId: number, role: Role, roles: HeldRoles, fromGroup = false): Statement[] {
  const lists = roles[role]
  if (!lists)
    return [
      removeExtensions(db, userId, role),
      db.query.delete(userRoles).where(and(eq(userRoles.userId, userId), eq(userRoles.role, role))),
    ]
  return [
    db.query
      .insert(userRoles)
      .values({ userId, role, fromGroup })
      .onConflictDoUpdate({ target: [userRoles.userId, userRoles.role], set: { fromGroup } }),
    removeExtensions(db, userId, role),
    ...insertExtensions(db, userId, role, lists),
  ]
}

const tables: Record<ExtensionKind, string> = {
  Organization: 'organizations',
  EducationRole: 'education_roles',
  EducationCategory: 'education_categories',
}

/** Returns, by kind, those ids of a role's lists that do not exist; kinds without any are missing. */
export async function findUnknownIds(db: Database, lists: Lists): Promise<Partial<Record<ExtensionKind, number[]>>> {
  const unknown = (kind: ExtensionKind) => sql<string>`(
    select json_group_array(value) from json_each(${JSON.stringify(lists[kind] ?? [])})
    where value not in (select id from ${sql.raw(tables[kind])}))`
  const [row] = await db.rows<Record<ExtensionKind, string>>(sql`select ${unknown('Organization')} as "Organization",
    ${unknown('EducationRole')} as "EducationRole", ${unknown('EducationCategory')} as "EducationCategory"`)
  if (!row) return {}
  const unknownIds = extensionKinds.map((kind) => [kind, JSON.parse(row[kind]) as number[]] as const)
  return Object.fromEntries(unknownIds.filter(([, ids]) => ids.length > 0))
}

/**
 * Lists the ids of the organisations and of all below them in the tree, inactive ones too, in no order; unknown ids are
 * left out.
 */
export async function listBranchIds(db: Database, organizationIds: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select id from ${selectBranchIds(organizationIds)}`)
  return rows.map(({ id }) => id)
}
