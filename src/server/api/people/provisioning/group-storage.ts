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

/** Lists a page of the groups of an account, by time of creation, with the number of all. */
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

/** Finds a group of an account by id; null when there is none. */
export async function findGroup(db: Database, accountId: number, id: string): Promise<GroupRow | null> {
  const [row] = await db.query
    .select()
    .from(provisioningGroups)
    .where(and(eq(provisioningGroups.accountId, accountId), eq(provisioningGroups.id, id)))
  return row ?? null
}

const jsonEach = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)})`

/** Lists the members of groups by user name; people whom the provider has removed are left out. */
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

/** Lists the people of an account among `ids`, removed ones too, in no order, with their groups in no order. */
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

/** Whether the account has provisioned any group. Without one the groups of sign-ins decide about roles. */
export async function hasGroups(db: Database, accountId: number): Promise<boolean> {
  const rows = await db.query
    .select({ id: provisioningGroups.id })
    .from(provisioningGroups)
    .where(eq(provisioningGroups.accountId, accountId))
    .limit(1)
  return rows.length > 0
}

/** Returns the statement that inserts a group. The commit fails on a unique index when the name is taken. */
export const insertGroup = (db: Database, row: typeof provisioningGroups.$inferInsert): Statement =>
  db.query.insert(provisioningGroups).values(row)

/** Returns the statement that updates a group. The commit fails as `changed_meanwhile` for another version of `row`. */
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

/** Returns the statement that adds members to a group; those that it has stay as they are. */
export const insertMembers = (db: Database, groupId: string, ids: readonly string[]): Statement =>
  insertFrom(
    db.query,
    provisioningGroupMembers,
    { groupId, personId: sql`value` },
    sql`from ${jsonEach(ids)} where true`,
  ).onConflictDoNothing()

/** Returns the statement that removes members from a group. */
export const removeMembers = (db: Database, groupId: string, ids: readonly string[]): Statement =>
  db.query
    .delete(provisioningGroupMembers)
    .where(sql`group_id = ${groupId} and person_id in (select value from ${jsonEach(ids)})`)

/** Returns the statements that remove a group with all its members. */
export const removeGroup = (db: Database, id: string): Statement[] => [
  db.query.delete(provisioningGroupMembers).where(eq(provisioningGroupMembers.groupId, id)),
  db.query.delete(provisioningGroups).where(eq(provisioningGroups.id, id)),
]

/**
 * Returns the statement that marks people as changed. The commit fails as `changed_meanwhile` when one has another
 * version, so that two changes of groups of one person do not miss each other.
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
