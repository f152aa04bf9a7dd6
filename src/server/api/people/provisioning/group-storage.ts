import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Filter, Page } from './query.ts'
import type { PersonRow } from './storage.ts'
import { provisioningGroupMembers, provisioningGroups, provisioningPeople } from './table.ts'

export type GroupRow = typeof provisioningGroups.$inferSelect

/** Attributes by which a list of groups is filtered. */
export const groupFilters = ['displayName', 'externalId', 'id'] as const
type GroupFilter = Filter<(typeof groupFilters)[number]>

const toCondition = ({ attribute, value }: GroupFilter): SQL => {
  if (attribute === 'displayName') return sql`lower(${provisioningGroups.displayName}) = lower(${value})`
  return eq(provisioningGroups[attribute], value)
}

/**
 * Lists a page of the groups of an account that match the filter (null for all), the oldest first, as `rows` without
 * members. `total` is the number of all that match. `page.startIndex` counts from 1.
 */
export async function listGroups(db: Database, accountId: number, filter: GroupFilter | null, page: Page) {
  const where = and(eq(provisioningGroups.accountId, accountId), filter ? toCondition(filter) : undefined)
  const [rows, [total]] = await Promise.all([
    db.query
      .select()
      .from(provisioningGroups)
      .where(where)
      .orderBy(asc(provisioningGroups.createdAt), asc(provisioningGroups.id))
      .limit(page.count)
      .offset(page.startIndex - 1),
    db.query
      .select({ total: sql<number>`count(*)`.as('group_total') })
      .from(provisioningGroups)
      .where(where),
  ])
  return { rows, total: total?.total ?? 0 }
}

/**
 * Finds a provisioned group of an integration account by id; null when there is none, also for a group of another
 * account.
 */
export async function findGroup(db: Database, accountId: number, id: string): Promise<GroupRow | null> {
  const [row] = await db.query
    .select()
    .from(provisioningGroups)
    .where(and(eq(provisioningGroups.accountId, accountId), eq(provisioningGroups.id, id)))
  return row ?? null
}

const jsonEach = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)})`

/**
 * Lists the members of groups as rows of `groupId`, `id` and `userName`, by user name over all groups. People whom the
 * provider has removed are left out. Does not check whose groups they are.
 */
export const listMembers = (db: Database, groupIds: readonly string[]) =>
  db.query
    .select({
      groupId: provisioningGroupMembers.groupId,
      id: provisioningPeople.id,
      userName: provisioningPeople.userName,
    })
    .from(provisioningGroupMembers)
    .innerJoin(provisioningPeople, eq(provisioningPeople.id, provisioningGroupMembers.personId))
    .where(
      sql`${provisioningGroupMembers.groupId} in (select value from ${jsonEach(groupIds)})
        and ${provisioningPeople.removedAt} is null`,
    )
    .orderBy(asc(provisioningPeople.userName))

/** A group as the mapping to roles names it. */
export type GroupName = Pick<GroupRow, 'id' | 'externalId' | 'displayName'>

/** A person with the groups that have them as a member. */
export interface GroupedPerson {
  person: PersonRow
  groups: GroupName[]
}

/**
 * Lists the provisioned people of an integration account among `ids`, removed ones too, with their groups; both in no
 * order. Other ids are left out.
 */
export async function listGroupedPeople(
  db: Database,
  accountId: number,
  ids: readonly string[],
): Promise<GroupedPerson[]> {
  const groups = sql<string>`(select json_group_array(json_object('id', g.id, 'externalId', g.external_id,
      'displayName', g.display_name))
    from ${provisioningGroupMembers} m join ${provisioningGroups} g on g.id = m.group_id
    where m.person_id = provisioning_people.id)`
  const rows = await db.query
    .select({ person: provisioningPeople, groups: groups.as('groups_of_person') })
    .from(provisioningPeople)
    .where(
      sql`${eq(provisioningPeople.accountId, accountId)} and ${provisioningPeople.id} in (select value from ${jsonEach(ids)})`,
    )
  return rows.map(({ person, groups: list }) => ({ person, groups: JSON.parse(list) as GroupName[] }))
}

/**
 * Returns whether an identity provider has provisioned any group by the integration account. Without one the groups of
 * sign-ins decide about roles.
 */
export async function hasGroups(db: Database, accountId: number): Promise<boolean> {
  const rows = await db.query
    .select({ id: provisioningGroups.id })
    .from(provisioningGroups)
    .where(eq(provisioningGroups.accountId, accountId))
    .limit(1)
  return rows.length > 0
}

/**
 * Returns the statement that inserts a provisioned group, without members. The commit fails on a unique index when the
 * integration account has a group of the name, in any case of letters.
 */
export const insertGroup = (db: Database, row: typeof provisioningGroups.$inferInsert): Statement =>
  db.query.insert(provisioningGroups).values(row)

/**
 * Returns the statement that updates a provisioned group; one that is gone changes nothing. The commit fails as
 * `changed_meanwhile` for another version of `row`, and on a unique index when the name is taken.
 */
export const updateGroup = (
  db: Database,
  row: GroupRow,
  { externalId, displayName }: Pick<GroupRow, 'externalId' | 'displayName'>,
  now: Date,
): Statement =>
  db.query
    .update(provisioningGroups)
    .set({
      externalId,
      displayName,
      changedAt: ifUnmodifiedSince(provisioningGroups.changedAt, row.changedAt, now) as Date,
    })
    .where(eq(provisioningGroups.id, row.id))

/**
 * Returns the statement that adds people to a provisioned group; those that it has stay as they are. An unknown id
 * fails the commit by a foreign key. Roles are not changed.
 */
export const insertMembers = (db: Database, groupId: string, ids: readonly string[]): Statement =>
  insertFrom(
    db.query,
    provisioningGroupMembers,
    { groupId, personId: sql`value` },
    sql`from ${jsonEach(ids)} where true`,
  ).onConflictDoNothing()

/**
 * Returns the statement that removes people from a provisioned group; ids that are not in it are ignored. Roles are not
 * changed.
 */
export const removeMembers = (db: Database, groupId: string, ids: readonly string[]): Statement =>
  db.query
    .delete(provisioningGroupMembers)
    .where(sql`group_id = ${groupId} and person_id in (select value from ${jsonEach(ids)})`)

/** Returns the statements that remove a provisioned group with its list of members; people and roles stay. */
export const removeGroup = (db: Database, id: string): Statement[] => [
  db.query.delete(provisioningGroupMembers).where(eq(provisioningGroupMembers.groupId, id)),
  db.query.delete(provisioningGroups).where(eq(provisioningGroups.id, id)),
]

/**
 * Returns the statement that gives provisioned people the version `now`, without other changes. The commit fails as
 * `changed_meanwhile` when one has another version, so that two changes of groups of one person do not miss each other.
 * People who are gone are ignored.
 */
export const markPeopleChanged = (db: Database, people: readonly PersonRow[], now: Date): Statement => {
  const versions = people.map(({ id, changedAt }) => ({ id, changedAt: changedAt.toISOString() }))
  return db.query
    .update(provisioningPeople)
    .set({
      changedAt: sql`case when provisioning_people.changed_at = v.value ->> 'changedAt' then ${now.toISOString()} end`,
    })
    .from(sql`${jsonEach(versions)} v`)
    .where(sql`provisioning_people.id = v.value ->> 'id'`)
}
