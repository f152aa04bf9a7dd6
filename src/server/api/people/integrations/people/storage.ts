import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import { joinAccounts } from '#api/people/users/piece-storage.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { integrationPeople } from '../table.ts'
import type { GivenMembership } from './contract.ts'
import type { StoredPerson } from './rules.ts'

const listOf = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)})`

export type PersonLink = typeof integrationPeople.$inferSelect

/**
 * Finds the person whom an integration account names by an id of its own; null when there is none. The id of a
 * merged-away record leads to the person who stays.
 */
export async function findLink(db: Database, accountId: number, externalId: string): Promise<PersonLink | null> {
  const [row] = await db.query
    .select({ link: integrationPeople, mergedInto: users.mergedInto })
    .from(integrationPeople)
    .innerJoin(users, eq(users.id, integrationPeople.userId))
    .where(and(eq(integrationPeople.accountId, accountId), eq(integrationPeople.externalId, externalId)))
  return row ? { ...row.link, userId: row.mergedInto ?? row.link.userId } : null
}

interface PlaceRow {
  at: number
  id: number
  isOwn: 0 | 1
}

/**
 * Lists the active organisations of given memberships, by id or by the register's id, in no order, each with its index
 * in `memberships`; unknown and inactive ones are left out. `isOwn` is 1 when it is in a branch of the integration
 * account's `roots`, which are empty for the whole federation, otherwise 0.
 */
export const listPlaces = (db: Database, memberships: readonly GivenMembership[], roots: readonly number[]) =>
  db.rows<PlaceRow>(sql`
    select input.key as at, o.id, ${roots.length > 0 ? sql`o.id in ${selectBranchIds(roots)}` : sql`1`} as isOwn
    from ${listOf(memberships)} input join organizations o on o.active = 1
      and (o.id = input.value ->> 'organizationId' or o.external_id = input.value ->> 'organizationExternalId')`)

type StoredRow = Omit<
  { [K in keyof StoredPerson]: StoredPerson[K] extends boolean ? 0 | 1 : StoredPerson[K] },
  'organizationIds' | 'changedAt'
> & { organizationIds: string; changedAt: string }

/**
 * Loads a person as an integration account that is limited to the branches of `roots` may use them; null when there is
 * none. Others than the account's own are found too: check `isOwn`, `isHidden` and `isInactive`. An empty list of roots
 * makes everybody its own.
 */
export async function loadPerson(db: Database, userId: number, roots: readonly number[]): Promise<StoredPerson | null> {
  const isOwn =
    roots.length === 0
      ? sql`1`
      : sql`exists (select 1 from branch_members b where b.user_id = u.id and b.root_id in (select value from ${listOf(roots)}))`
  const [row] = await db.rows<StoredRow>(sql`
    select u.id as userId, u.first_name as firstName, u.last_name as lastName, u.birth_on as birthOn, u.email, u.phone,
      u.is_external as isExternal, u.last_login_at is not null or u.password_hash is not null
        or u.personal_number_hash is not null as hasSignedIn,
      exists (select 1 from user_roles r where r.user_id = u.id) as hasRole,
      exists (select 1 from register_people p where p.user_id = u.id) as isInRegister,
      u.protected_at is not null or u.erased_at is not null as isHidden, u.inactive_at is not null as isInactive,
      ${isOwn} as isOwn, u.changed_at as changedAt,
      (select json_group_array(m.organization_id) from user_organizations m where m.user_id = u.id) as organizationIds
    from users u where u.id = ${userId}`)
  if (!row) return null
  return {
    userId: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    birthOn: row.birthOn,
    email: row.email,
    phone: row.phone,
    isExternal: row.isExternal === 1,
    hasSignedIn: row.hasSignedIn === 1,
    hasRole: row.hasRole === 1,
    isInRegister: row.isInRegister === 1,
    isHidden: row.isHidden === 1,
    isInactive: row.isInactive === 1,
    isOwn: row.isOwn === 1,
    organizationIds: JSON.parse(row.organizationIds) as number[],
    changedAt: new Date(row.changedAt),
  }
}

/** An account's name of a person, and the memberships that it has given. */
export type NewLink = Pick<PersonLink, 'accountId' | 'externalId' | 'organizationIds'>

/**
 * Returns the statement that stores an integration account's own id of a person. The commit fails as
 * `changed_meanwhile` when another call has used the id, and as `person_linked` when the account knows the person by
 * another id. The person is not changed.
 */
export const insertLink = ({ db, now }: Ctx, link: NewLink & { userId: number }): Statement =>
  db.query.insert(integrationPeople).values({ ...link, createdAt: now, changedAt: now })

/**
 * Returns the statement of `insertLink` for the person that the same commit inserts and that `joinAccounts` finds for
 * `piece`.
 */
export const insertLinkOfNew = ({ db, now }: Ctx, link: NewLink, piece: string): Statement =>
  insertFrom(
    db.query,
    integrationPeople,
    {
      accountId: link.accountId,
      externalId: link.externalId,
      userId: sql`u.id`,
      organizationIds: JSON.stringify(link.organizationIds),
      createdAt: now.toISOString(),
      changedAt: now.toISOString(),
    },
    joinAccounts(piece),
  )

/**
 * Returns the statement that stores the memberships that an integration account has given a person last, as a whole new
 * list. The person's memberships are not changed. An unknown link changes nothing.
 */
export const updateLink = ({ db, now }: Ctx, { accountId, externalId, organizationIds }: NewLink): Statement =>
  db.query
    .update(integrationPeople)
    .set({ organizationIds, changedAt: now })
    .where(and(eq(integrationPeople.accountId, accountId), eq(integrationPeople.externalId, externalId)))

/**
 * Returns the statement that empties the memberships that integration accounts have given of a person; the links stay.
 */
export const hideGivenMemberships = ({ query }: Database, userId: number): Statement =>
  query.update(integrationPeople).set({ organizationIds: [] }).where(eq(integrationPeople.userId, userId))
