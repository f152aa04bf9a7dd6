import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { Actor, ExtensionKind, HeldRoles, Role } from '../actor.ts'
import { users } from '../users/table.ts'
import { sessions } from './table.ts'

const heldRoles = sql<string>`(select json_group_array(role) from user_roles where user_id = ${users.id})`
const extensions = sql<string>`(select json_group_array(json_array(role, kind, reference_id)) from role_extensions where user_id = ${users.id})`
const memberships = sql<string>`(select json_group_object(o.id, o.name) from user_organizations m join organizations o on o.id = m.organization_id where m.user_id = ${users.id})`

function rolesFrom(held: string, extended: string): HeldRoles {
  const roles: HeldRoles = {}
  for (const role of JSON.parse(held) as Role[]) roles[role] = {}
  for (const [role, kind, referenceId] of JSON.parse(extended) as [Role, ExtensionKind, number][]) {
    const lists = roles[role]
    if (lists) lists[kind] = [...(lists[kind] ?? []), referenceId]
  }
  return roles
}

/** The person behind a live session with everything that access is decided by; one query. */
export async function findActor(db: Database, tokenHash: string, now: Date): Promise<Actor | null> {
  const [row] = await db.query
    .select({
      sessionId: sessions.id,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      pictureFileId: users.pictureFileId,
      isExternal: users.isExternal,
      passwordExpiresAt: users.passwordExpiresAt,
      language: users.language,
      heldRoles,
      extensions,
      memberships,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(users.inactiveAt)))
  if (!row) return null
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`,
    pictureUrl: row.pictureFileId ? `/api/files/${row.pictureFileId}` : null,
    roles: rolesFrom(row.heldRoles, row.extensions),
    isExternal: row.isExternal,
    organizations: JSON.parse(row.memberships) as Record<string, string>,
    passwordExpiryDate: row.passwordExpiresAt,
    language: row.language,
    sessionId: row.sessionId,
  }
}
