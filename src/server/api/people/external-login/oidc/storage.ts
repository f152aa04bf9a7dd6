import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { parseRoles, type Role } from '#api/actor.ts'
import { hasAddress } from '#api/people/own-accounts/matches-storage.ts'
import { groupRolesColumn, groupRolesOfPeople } from '#api/people/roles/views.ts'
import { extensionsColumn, membershipsColumn, rolesColumn } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { oidcLinks, oidcWithheldRoles } from '../table.ts'
import { isProvisionedSince } from './provisioning.ts'

/** Account of a person who may be the one at the provider, with its roles and its link. */
export type StaffAccount = Awaited<ReturnType<typeof listAccounts>>[number]

/** `bornBy` is the latest date of birth of an adult: a child often has the e-mail address of a parent. */
type Criterion =
  | { userId: number }
  | { userIds: readonly number[] }
  | { issuer: string; subject: string }
  | { email: string; bornBy: string }

function toCondition(by: Criterion) {
  if ('userId' in by) return eq(users.id, by.userId)
  if ('userIds' in by) return sql`${users.id} in (select value from json_each(${JSON.stringify(by.userIds)}))`
  if ('email' in by)
    return sql`coalesce(${users.birthOn}, '') <= ${by.bornBy}
      and ${users.id} in (select known_person.id from users known_person where ${hasAddress(by.email)})`
  return and(eq(oidcLinks.issuer, by.issuer), eq(oidcLinks.subject, by.subject))
}

const withheldRolesColumn = sql<string>`(
  select json_group_array(role) from ${oidcWithheldRoles} where user_id = ${users.id})`

/**
 * Lists the accounts that an OpenID sign-in may be of, by ids of people, link or e-mail address; by id, and without ids
 * at most two.
 * Inactive and protected ones are listed, protected ones also by the e-mail address that is hidden; merged and erased
 * ones are not. An e-mail address finds no minors. `groupRoles` are the roles that groups of the provider gave.
 */
export async function listAccounts(db: Database, by: Criterion) {
  const rows = await db.query
    .select({
      id: users.id,
      birthOn: users.birthOn,
      inactiveAt: users.inactiveAt,
      protectedAt: users.protectedAt,
      changedAt: users.changedAt,
      issuer: oidcLinks.issuer,
      subject: oidcLinks.subject,
      groupRoles: groupRolesColumn.as('group_roles'),
      withheldRoles: withheldRolesColumn.as('withheld_roles'),
      heldRoles: rolesColumn.as('held_roles'),
      heldExtensions: extensionsColumn.as('held_extensions'),
      memberships: membershipsColumn.as('memberships'),
    })
    .from(users)
    .leftJoin(oidcLinks, eq(oidcLinks.userId, users.id))
    .where(and(toCondition(by), isNull(users.mergedInto), isNull(users.erasedAt)))
    .orderBy(users.id)
    .limit('userIds' in by ? by.userIds.length : 2)
  return rows.map(({ heldRoles, heldExtensions, memberships, groupRoles, withheldRoles, ...account }) => ({
    ...account,
    // Both lists hold names of roles that the portal has written.
    groupRoles: JSON.parse(groupRoles) as Role[],
    withheldRoles: JSON.parse(withheldRoles) as Role[],
    roles: parseRoles(heldRoles, heldExtensions),
    organizationIds: Object.keys(JSON.parse(memberships)).map(Number),
  }))
}

/**
 * Returns the statement that links a person to an account at an OpenID provider. The commit fails on a unique index,
 * with a `ConstraintError`, when the account is linked to another person, or the person has a link.
 */
export const insertLink = (db: Database, link: typeof oidcLinks.$inferInsert): Statement =>
  db.query.insert(oidcLinks).values(link)

/**
 * Returns the statement that stores the time of a person's sign-in by an OpenID link; without a link it does nothing.
 */
export const markLinkUsed = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(oidcLinks).set({ signedInAt: now }).where(eq(oidcLinks.userId, userId))

export interface WithheldRole {
  userId: number
  role: Role
}

/**
 * Returns the statement by which groups of the OpenID provider may give these roles to the people again. It gives no
 * role itself; roles that are not withheld are ignored.
 */
export const releaseRoles = (db: Database, pairs: readonly WithheldRole[]): Statement =>
  db.query
    .delete(oidcWithheldRoles)
    .where(
      sql`(user_id, role) in (select value ->> 'userId', value ->> 'role' from json_each(${JSON.stringify(pairs)}))`,
    )

/** Returns the statement that removes a person's OpenID link unless it is to this issuer. Roles and sessions stay. */
export const removeEarlierLink = (db: Database, userId: number, issuer: string): Statement =>
  db.query.delete(oidcLinks).where(and(eq(oidcLinks.userId, userId), ne(oidcLinks.issuer, issuer)))

/** Returns the statement that removes a person's OpenID link; without one it does nothing. Roles and sessions stay. */
export const removeLink = (db: Database, userId: number): Statement =>
  db.query.delete(oidcLinks).where(eq(oidcLinks.userId, userId))

/**
 * Returns the issuer of the OpenID provider at which the person is linked; null without a link. Access is not checked
 * here.
 */
export async function findLinkedIssuer(db: Database, userId: number): Promise<string | null> {
  const [link] = await db.query.select({ issuer: oidcLinks.issuer }).from(oidcLinks).where(eq(oidcLinks.userId, userId))
  return link?.issuer ?? null
}

export interface StaleRoleFilter {
  /** A sign-in by the provider before this time confirms no role. */
  confirmedAfter: Date
  /** Groups that give roles, with these; null when that is unknown. */
  groupRoles: ReadonlyMap<string, readonly Role[]> | null
  now: Date
  /** Only people with a higher id. */
  after: number
  limit: number
}

/**
 * Lists at most `limit` people with stale roles that groups of the OpenID provider gave, by user id after `after`, with
 * these roles. Stale is a role that neither a sign-in after `confirmedAfter` nor provisioning has confirmed, and one
 * that no group of `groupRoles` gives, if these are known. A person without a link has stale roles only.
 */
export async function listStaleRoles(db: Database, filter: StaleRoleFilter) {
  const { confirmedAfter, groupRoles, now, after, limit } = filter
  const isUnmapped = groupRoles
    ? sql`held.role not in (select value from json_each(${JSON.stringify([...groupRoles.values()].flat())}))`
    : sql`false`
  const moment = confirmedAfter.toISOString()
  const groupRole = { userId: sql`held.user_id`, role: sql`held.role`, groupRoles, now, since: confirmedAfter }
  const isProvisioned = isProvisionedSince.get()(groupRole)
  const rows = await db.rows<{ userId: number; roles: string }>(sql`
    select held.user_id as userId, json_group_array(held.role) as roles from ${groupRolesOfPeople} held
    left join ${oidcLinks} link on link.user_id = held.user_id
    where held.user_id > ${after}
      and (link.user_id is null or (link.signed_in_at <= ${moment} and not ${isProvisioned}) or ${isUnmapped})
    group by held.user_id order by held.user_id limit ${limit}`)
  return rows.map(({ userId, roles }) => ({ userId, roles: JSON.parse(roles) as Role[] }))
}
