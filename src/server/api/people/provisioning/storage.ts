import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
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

/** Lists a page of the people of an account, by time of creation, with the number of all; removed ones are left out. */
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

/** Finds a person of an account by id; null when there is none, or the provider has removed it. */
export async function findPerson(db: Database, accountId: number, id: string): Promise<PersonRow | null> {
  const [row] = await db.query
    .select()
    .from(provisioningPeople)
    .where(isOfAccount(accountId, { attribute: 'id', value: id }))
  return row ?? null
}

/**
 * Finds a person of an account by the user name, removed ones too, or else a removed one by the id of the provider;
 * null when there is none.
 */
export async function findEarlierPerson(db: Database, accountId: number, { userName, externalId }: PersonFields) {
  const isNamed = toCondition({ attribute: 'userName', value: userName })
  const isRemoved = sql`${provisioningPeople.removedAt} is not null and ${provisioningPeople.externalId} = ${externalId}`
  const [row] = await db.query
    .select()
    .from(provisioningPeople)
    .where(sql`${eq(provisioningPeople.accountId, accountId)} and (${isNamed} or (${isRemoved}))`)
    .orderBy(sql`${isNamed} desc`, asc(provisioningPeople.id))
    .limit(1)
  return row ?? null
}

/** Returns the ids of accounts of the portal among `userIds` that a provider's person has, in no order. */
export async function listTakenIds(db: Database, userIds: readonly number[]): Promise<number[]> {
  const rows = await db.query
    .select({ userId: provisioningPeople.userId })
    .from(provisioningPeople)
    .where(sql`${provisioningPeople.userId} in (select value from json_each(${JSON.stringify(userIds)}))`)
  return rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))
}

/** Returns the statement that inserts a person. The commit fails on a unique index when the user name is taken. */
export const insertPerson = (db: Database, row: typeof provisioningPeople.$inferInsert): Statement =>
  db.query.insert(provisioningPeople).values(row)

type PersonColumns = Omit<PersonRow, 'id' | 'accountId' | 'createdAt' | 'changedAt'>

/**
 * Returns the statement that updates a person. The commit fails as `changed_meanwhile` when the row has another version
 * than `row`.
 */
export const updatePerson = (db: Database, row: PersonRow, columns: Partial<PersonColumns>, now: Date): Statement =>
  db.query
    .update(provisioningPeople)
    .set({ ...columns, changedAt: ifUnmodifiedSince(provisioningPeople.changedAt, row.changedAt, now) as Date })
    .where(eq(provisioningPeople.id, row.id))

/**
 * Returns the statements that remove a person from all groups, and the person too where they have no account of the
 * portal: nothing of them is needed any more.
 */
export const removeFromGroups = (db: Database, { id, userId }: PersonRow): Statement[] => [
  db.query.delete(provisioningGroupMembers).where(eq(provisioningGroupMembers.personId, id)),
  ...(userId === null ? [db.query.delete(provisioningPeople).where(eq(provisioningPeople.id, id))] : []),
]

/** Returns the statement that gives a person the account with a user name, which the portal has just made for it. */
export const joinCreatedAccount = (db: Database, id: string, userName: string): Statement =>
  db.query
    .update(provisioningPeople)
    .set({ userId: sql`(select u.id from users u where lower(u.user_name) = lower(${userName}))`, isCreated: true })
    .where(eq(provisioningPeople.id, id))

/**
 * Lists the people who may be the one who signs in to the account, by id: those who have it, and active ones without an
 * account whose e-mail address is `email`. At most two of the latter.
 */
export async function listPeopleOfSignIn(db: Database, userId: number, email: string | null): Promise<PersonRow[]> {
  const [own, others] = await Promise.all([
    db.query
      .select()
      .from(provisioningPeople)
      .where(eq(provisioningPeople.userId, userId))
      .orderBy(provisioningPeople.id),
    email === null
      ? []
      : db.query
          .select()
          .from(provisioningPeople)
          .where(
            sql`${isNull(provisioningPeople.userId)} and lower(${provisioningPeople.email}) = lower(${email})
              and ${provisioningPeople.active} = 1`,
          )
          .orderBy(provisioningPeople.id)
          .limit(2),
  ])
  return [...own, ...others]
}

/** Returns the statement that gives a person without an account this one; it does nothing for a person with one. */
export const joinAccount = (db: Database, id: string, userId: number): Statement =>
  db.query
    .update(provisioningPeople)
    .set({ userId, isCreated: false })
    .where(and(eq(provisioningPeople.id, id), isNull(provisioningPeople.userId)))
