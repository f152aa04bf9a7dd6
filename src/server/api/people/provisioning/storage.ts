import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { PersonFields } from './person-input.ts'
import type { Filter, Page } from './query.ts'
import { provisioningGroupMembers, provisioningPeople } from './table.ts'

export type PersonRow = typeof provisioningPeople.$inferSelect

/** Attributes by which a list of people is filtered. */
export const personFilters = ['userName', 'externalId', 'id'] as const
type PersonFilter = Filter<(typeof personFilters)[number]>

const toCondition = ({ attribute, value }: PersonFilter): SQL => {
  if (attribute === 'userName') return sql`lower(${provisioningPeople.userName}) = lower(${value})`
  return eq(provisioningPeople[attribute], value)
}

const isOfAccount = (accountId: number, filter: PersonFilter | null) =>
  and(
    eq(provisioningPeople.accountId, accountId),
    isNull(provisioningPeople.removedAt),
    filter ? toCondition(filter) : undefined,
  )

/**
 * Lists a page of the provisioned people (SCIM) of an integration account, by time of creation, the earliest first.
 * `total` counts all who match the filter. People whom the provider has removed are left out. `filter` compares one
 * attribute, a user name in any case of letters; null for none.
 */
export async function listPeople(db: Database, accountId: number, filter: PersonFilter | null, page: Page) {
  const where = isOfAccount(accountId, filter)
  const [rows, [total]] = await Promise.all([
    db.query
      .select()
      .from(provisioningPeople)
      .where(where)
      .orderBy(asc(provisioningPeople.createdAt), asc(provisioningPeople.id))
      .limit(page.count)
      .offset(page.startIndex - 1),
    db.query
      .select({ total: sql<number>`count(*)`.as('provisioned_total') })
      .from(provisioningPeople)
      .where(where),
  ])
  return { rows, total: total?.total ?? 0 }
}

/**
 * Finds a provisioned person of an integration account by id (the random text that the provider got, no user id). Null
 * when there is none, or the provider has removed it.
 */
export async function findPerson(db: Database, accountId: number, id: string): Promise<PersonRow | null> {
  const [row] = await db.query
    .select()
    .from(provisioningPeople)
    .where(isOfAccount(accountId, { attribute: 'id', value: id }))
  return row ?? null
}

/**
 * Finds a provisioned person whom the provider has removed and creates again; null when there is none. The id of the
 * provider and one of user name and e-mail address are the same, or without any such id both: providers give the name
 * of somebody who has left to another person. Not one whose account a present person has. The one removed last comes
 * first.
 */
export async function findRemovedPerson(db: Database, accountId: number, fields: PersonFields) {
  const { externalId, userName, email } = fields
  const isNamed = toCondition({ attribute: 'userName', value: userName })
  const hasEmail = sql`lower(${provisioningPeople.email}) = lower(${email})`
  const isSame =
    externalId === null
      ? sql`${isNull(provisioningPeople.externalId)} and ${isNamed} and ${hasEmail}`
      : sql`${eq(provisioningPeople.externalId, externalId)} and (${isNamed} or ${hasEmail})`
  const [row] = await db.query
    .select()
    .from(provisioningPeople)
    .where(
      sql`${eq(provisioningPeople.accountId, accountId)} and ${provisioningPeople.removedAt} is not null and ${isSame}
        and not exists (select 1 from provisioning_people present_person
          where present_person.user_id = provisioning_people.user_id and present_person.removed_at is null)`,
    )
    .orderBy(desc(provisioningPeople.removedAt), asc(provisioningPeople.id))
    .limit(1)
  return row ?? null
}

/**
 * Returns the ids of accounts of the portal among `userIds` that a provisioned person of any integration account has,
 * also a removed one. In no order.
 */
export async function listTakenIds(db: Database, userIds: readonly number[]): Promise<number[]> {
  const rows = await db.query
    .select({ userId: provisioningPeople.userId })
    .from(provisioningPeople)
    .where(sql`${provisioningPeople.userId} in (select value from json_each(${JSON.stringify(userIds)}))`)
  return rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))
}

/**
 * Returns the statement that inserts a provisioned person, which makes no account of the portal. The commit fails on a
 * unique index when another present one of the integration account has the user name or the account.
 */
export const insertPerson = (db: Database, row: typeof provisioningPeople.$inferInsert): Statement =>
  db.query.insert(provisioningPeople).values(row)

type PersonColumns = Omit<PersonRow, 'id' | 'accountId' | 'createdAt' | 'changedAt'>

/**
 * Returns the statement that updates a provisioned person, not the account; one who is gone changes nothing. The commit
 * fails as `changed_meanwhile` when the row has another version than `row`, and on a unique index when the user name or
 * the account is taken.
 */
export const updatePerson = (db: Database, row: PersonRow, columns: Partial<PersonColumns>, now: Date): Statement =>
  db.query
    .update(provisioningPeople)
    .set({ ...columns, changedAt: ifUnmodifiedSince(provisioningPeople.changedAt, row.changedAt, now) as Date })
    .where(eq(provisioningPeople.id, row.id))

/**
 * Returns the statements that bring a removed provisioned person back as if they were new, under another id and in no
 * group. `columns` must set `removedAt` to null. Whether the row was kept tells whether the person has an account. The
 * commit fails as `changed_meanwhile` when somebody else has brought them back.
 */
export const restorePerson = (
  db: Database,
  row: PersonRow,
  columns: Partial<PersonColumns> & Pick<PersonRow, 'id'>,
  now: Date,
): Statement[] => [
  requireVersion(db, row),
  removeMemberships(db, row),
  db.query
    .update(provisioningPeople)
    .set({ ...columns, createdAt: now, changedAt: now })
    .where(eq(provisioningPeople.id, row.id)),
]

const removeMemberships = ({ query }: Database, { id }: PersonRow): Statement =>
  query.delete(provisioningGroupMembers).where(eq(provisioningGroupMembers.personId, id))

/**
 * Returns the statements that remove a provisioned person from all groups, and the row too where it has no account. An
 * account of the portal, its roles and sessions stay.
 */
export const endProvisioning = (db: Database, row: PersonRow): Statement[] => [
  removeMemberships(db, row),
  ...(row.userId === null ? [db.query.delete(provisioningPeople).where(eq(provisioningPeople.id, row.id))] : []),
]

/**
 * Returns the statement that gives a provisioned person the account with a user name, which the portal has just made
 * for it (`isCreated`). The version stays.
 */
export const joinCreatedAccount = (db: Database, id: string, userName: string): Statement =>
  db.query
    .update(provisioningPeople)
    .set({ userId: sql`(select u.id from users u where lower(u.user_name) = lower(${userName}))`, isCreated: true })
    .where(eq(provisioningPeople.id, id))

/**
 * Lists the provisioned people of the integration accounts `accounts` (SQL with `id`) who may be the one who signs in
 * to an account. First those who have it, removed ones too, then at most two of those without an account whose e-mail
 * address is `email`; each by id.
 */
export async function listPeopleOfSignIn(
  db: Database,
  accounts: SQL,
  userId: number,
  email: string | null,
): Promise<PersonRow[]> {
  const isKnown = sql`${provisioningPeople.accountId} in ${accounts}`
  const [own, others] = await Promise.all([
    db.query
      .select()
      .from(provisioningPeople)
      .where(and(eq(provisioningPeople.userId, userId), isKnown))
      .orderBy(provisioningPeople.id),
    email === null
      ? []
      : db.query
          .select()
          .from(provisioningPeople)
          .where(sql`${isNull(provisioningPeople.userId)} and lower(${provisioningPeople.email}) = lower(${email})
            and ${isKnown}`)
          .orderBy(provisioningPeople.id)
          .limit(2),
  ])
  return [...own, ...others]
}

/**
 * Returns the statement that gives a provisioned person an account that the portal has not made for it (`isCreated`
 * false). The commit fails as `changed_meanwhile` when the row has another version than `row`; one who is gone changes
 * nothing.
 */
export const joinAccount = (db: Database, row: PersonRow, userId: number, now: Date): Statement =>
  updatePerson(db, row, { userId, isCreated: false }, now)

/**
 * Returns the statement that writes nothing. The commit fails as `changed_meanwhile` when the provisioned person has
 * another version than `row`, or is gone, which no update notices.
 */
export const requireVersion = (db: Database, { id, accountId, changedAt }: PersonRow): Statement =>
  insertFrom(
    db.query,
    provisioningPeople,
    // The column refuses a missing time, as `ifUnmodifiedSince` makes it do.
    { id, accountId, userName: '', createdAt: '', changedAt: sql`null` },
    sql`where not exists (
      select 1 from ${provisioningPeople} as read_person
      where read_person.id = ${id} and read_person.changed_at = ${changedAt.toISOString()})`,
  )

/** Attributes of a person that are not kept while the identity of their account is protected. */
export const hiddenFields = { givenName: null, familyName: null, displayName: null, email: null }

/**
 * Returns the statement that removes name and e-mail address of a person whose identity becomes protected. The user
 * name stays, as the provider finds the person by it. The new version stops a write that has read the name before.
 */
export const hideProvisioned = ({ query }: Database, userId: number, now: Date): Statement =>
  query
    .update(provisioningPeople)
    .set({ ...hiddenFields, changedAt: now })
    .where(eq(provisioningPeople.userId, userId))
