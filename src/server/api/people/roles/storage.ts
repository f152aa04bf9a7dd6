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
 * hand from then on. The commit fails as `last_superadministrator` when it removes the last one. It
 * records nothing, and the person keeps the version.
 */
export function writeRole(db: Database, userId: number, role: Role, roles: HeldRoles): Statement[] {
  const lists = roles[role]
  if (!lists)
    return [
      removeExtensions(db, userId, role),
      db.query.delete(userRoles).where(and(eq(userRoles.userId, userId), eq(userRoles.role, role))),
    ]
  return [
    db.query
      .insert(userRoles)
      .values({ userId, role, fromGroup: false })
      .onConflictDoUpdate({ target: [userRoles.userId, userRoles.role], set: { fromGroup: false } }),
    removeExtensions(db, userId, role),
    ...insertExtensions(db, userId, role, lists),
  ]
}

export interface GroupRoleWrite {
  userId: number
  role: Role
  /** Lists that limit the role; null when it is removed. */
  lists: Lists | null
}

/**
 * Returns the statements that write roles of many people as given by groups at the OpenID provider, or remove them;
 * their number does not grow with that of the people. Otherwise as `writeRole`.
 */
export function writeRolesOfGroups({ query }: Database, writes: readonly GroupRoleWrite[]): Statement[] {
  const pairs = (list: readonly GroupRoleWrite[]) =>
    sql`json_each(${JSON.stringify(list.map(({ userId, role }) => ({ userId, role })))})`
  const isAmong = (list: readonly GroupRoleWrite[]) =>
    sql`(user_id, role) in (select value ->> 'userId', value ->> 'role' from ${pairs(list)})`
  const isGiven = ({ lists }: GroupRoleWrite) => lists !== null
  const given = writes.filter(isGiven)
  const entries = given.flatMap(({ userId, role, lists }) =>
    extensionKinds.flatMap((kind) => (lists?.[kind] ?? []).map((referenceId) => ({ userId, role, kind, referenceId }))),
  )
  const entry = (name: keyof (typeof entries)[number]) => sql`value ->> ${sql.raw(`'${name}'`)}`
  return [
    query.delete(roleExtensions).where(isAmong(writes)),
    query.delete(userRoles).where(isAmong(writes.filter((write) => !isGiven(write)))),
    insertFrom(
      query,
      userRoles,
      { userId: entry('userId'), role: entry('role'), fromGroup: 1 },
      sql`from ${pairs(given)} where true`,
    ).onConflictDoUpdate({ target: [userRoles.userId, userRoles.role], set: { fromGroup: true } }),
    insertFrom(
      query,
      roleExtensions,
      { userId: entry('userId'), role: entry('role'), kind: entry('kind'), referenceId: entry('referenceId') },
      sql`from json_each(${JSON.stringify(entries)})`,
    ),
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
