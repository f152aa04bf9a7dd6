import { and, eq, sql } from 'drizzle-orm'
import { parseRoles, type Role } from '#api/actor.ts'
import { extensionsColumn, membershipsColumn, rolesColumn } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { oidcLinks } from '../table.ts'

/** Account of a person who may be the one at the provider, with its roles and its link. */
export type StaffAccount = Awaited<ReturnType<typeof listAccounts>>[number]

type Criterion = { userId: number } | { issuer: string; subject: string } | { email: string }

function toCondition(by: Criterion) {
  if ('userId' in by) return eq(users.id, by.userId)
  if ('email' in by) return sql`lower(${users.email}) = lower(${by.email})`
  return and(eq(oidcLinks.issuer, by.issuer), eq(oidcLinks.subject, by.subject))
}

/** Lists the accounts with the id, the link or the e-mail address, closed ones too, by id; at most two. */
export async function listAccounts(db: Database, by: Criterion) {
  const rows = await db.query
    .select({
      id: users.id,
      inactiveAt: users.inactiveAt,
      protectedAt: users.protectedAt,
      erasedAt: users.erasedAt,
      mergedInto: users.mergedInto,
      changedAt: users.changedAt,
      subject: oidcLinks.subject,
      givenRoles: oidcLinks.givenRoles,
      heldRoles: rolesColumn.as('held_roles'),
      heldExtensions: extensionsColumn.as('held_extensions'),
      memberships: membershipsColumn.as('memberships'),
    })
    .from(users)
    .leftJoin(oidcLinks, eq(oidcLinks.userId, users.id))
    .where(toCondition(by))
    .orderBy(users.id)
    .limit(2)
  return rows.map(({ heldRoles, heldExtensions, memberships, givenRoles, ...account }) => ({
    ...account,
    givenRoles: givenRoles ?? [],
    roles: parseRoles(heldRoles, heldExtensions),
    organizationIds: Object.keys(JSON.parse(memberships)).map(Number),
  }))
}

/** Returns the statement that inserts a link. A unique index refuses a second account of one person at the provider. */
export const insertLink = (db: Database, link: typeof oidcLinks.$inferInsert): Statement =>
  db.query.insert(oidcLinks).values(link)

/** Returns the statement that replaces the roles that groups gave to the person. */
export const setGivenRoles = (db: Database, userId: number, givenRoles: Role[]): Statement =>
  db.query.update(oidcLinks).set({ givenRoles }).where(eq(oidcLinks.userId, userId))

/** Returns the statement that removes a person's link. */
export const removeLink = (db: Database, userId: number): Statement =>
  db.query.delete(oidcLinks).where(eq(oidcLinks.userId, userId))

/** True when the person has a link. */
export async function hasLink(db: Database, userId: number): Promise<boolean> {
  const rows = await db.query.select({ id: oidcLinks.userId }).from(oidcLinks).where(eq(oidcLinks.userId, userId))
  return rows.length > 0
}
