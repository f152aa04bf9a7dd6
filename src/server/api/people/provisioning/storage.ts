import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import type { PersonFields } from './person-input.ts'
import type { Filter, Page } from './query.ts'
import { provisionedPeople } from './table.ts'

export type PersonRow = typeof provisionedPeople.$inferSelect

/** Attributes by which a list of people is filtered. */
export const personFilters = ['userName', 'externalId', 'id'] as const
type PersonFilter = Filter<(typeof personFilters)[number]>

const toCondition = ({ attribute, value }: PersonFilter): SQL => {
  if (attribute === 'userName') return sql`lower(${provisionedPeople.userName}) = lower(${value})`
  return eq(provisionedPeople[attribute], value)
}

const isOfAccount = (accountId: number, filter: PersonFilter | null) =>
  and(
    eq(provisionedPeople.accountId, accountId),
    isNull(provisionedPeople.removedAt),
    filter ? toCondition(filter) : undefined,
  )

/** Lists a page of the people of an account, by time of creation, with the number of all; removed ones are left out. */
export async function listPeople(db: Database, accountId: number, filter: PersonFilter | null, page: Page) {
  const where = isOfAccount(accountId, filter)
  const [rows, [total]] = await Promise.all([
    db.query
      .select()
      .from(provisionedPeople)
      .where(where)
      .orderBy(asc(provisionedPeople.createdAt), asc(provisionedPeople.id))
      .limit(page.count)
      .offset(page.startIndex - 1),
    db.query
      .select({ total: sql<number>`count(*)`.as('provisioned_total') })
      .from(provisionedPeople)
      .where(where),
  ])
  return { rows, total: total?.total ?? 0 }
}

/** Finds a person of an account by id; null when there is none, or the provider has removed it. */
export async function findPerson(db: Database, accountId: number, id: string): Promise<PersonRow | null> {
  const [row] = await db.query
    .select()
    .from(provisionedPeople)
    .where(isOfAccount(accountId, { attribute: 'id', value: id }))
  return row ?? null
}

/**
 * Finds a person of an account by the user name, removed ones too, or else a removed one by the id of the provider;
 * null when there is none.
 */
export async function findEarlierPerson(db: Database, accountId: number, { userName, externalId }: PersonFields) {
  const isNamed = toCondition({ attribute: 'userName', value: userName })
  const isRemoved = sql`${provisionedPeople.removedAt} is not null and ${provisionedPeople.externalId} = ${externalId}`
  const [row] = await db.query
    .select()
    .from(provisionedPeople)
    .where(sql`${eq(provisionedPeople.accountId, accountId)} and (${isNamed} or (${isRemoved}))`)
    .orderBy(sql`${isNamed} desc`, asc(provisionedPeople.id))
    .limit(1)
  return row ?? null
}

/** Returns the ids of accounts of the portal among `userIds` that a provider's person has, in no order. */
export async function listTakenIds(db: Database, userIds: readonly number[]): Promise<number[]> {
  const rows = await db.query
    .select({ userId: provisionedPeople.userId })
    .from(provisionedPeople)
    .where(sql`${provisionedPeople.userId} in (select value from json_each(${JSON.stringify(userIds)}))`)
  return rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))
}

/** Returns the statement that inserts a person. The commit fails on a unique index when the user name is taken. */
export const insertPerson = (db: Database, row: typeof provisionedPeople.$inferInsert): Statement =>
  db.query.insert(provisionedPeople).values(row)

type PersonColumns = Omit<PersonRow, 'id' | 'accountId' | 'createdAt' | 'changedAt'>

/**
 * Returns the statement that updates a person. The commit fails as `changed_meanwhile` when the row has another version
 * than `row`.
 */
export const updatePerson = (db: Database, row: PersonRow, columns: Partial<PersonColumns>, now: Date): Statement =>
  db.query
    .update(provisionedPeople)
    .set({ ...columns, changedAt: ifUnmodifiedSince(provisionedPeople.changedAt, row.changedAt, now) as Date })
    .where(eq(provisionedPeople.id, row.id))

/** Returns the statement that gives a person the account with a user name, which the portal has just made for it. */
export const joinCreatedAccount = (db: Database, id: string, userName: string): Statement =>
  db.query
    .update(provisionedPeople)
    .set({ userId: sql`(select u.id from users u where lower(u.user_name) = lower(${userName}))`, isCreated: true })
    .where(eq(provisionedPeople.id, id))

/**
 * Lists the people who may be the one who signs in to the account, by id: those who have it, and active ones without an
 * account whose e-mail address is `email`. At most two of the latter.
 */
export async function listPeopleOfSignIn(db: Database, userId: number, email: string | null): Promise<PersonRow[]> {
  const [own, others] = await Promise.all([
    db.query.select().from(provisionedPeople).where(eq(provisionedPeople.userId, userId)).orderBy(provisionedPeople.id),
    email === null
      ? []
      : db.query
          .select()
          .from(provisionedPeople)
          .where(
            sql`${isNull(provisionedPeople.userId)} and lower(${provisionedPeople.email}) = lower(${email})
              and ${provisionedPeople.active} = 1`,
          )
          .orderBy(provisionedPeople.id)
          .limit(2),
  ])
  return [...own, ...others]
}

/** Returns the statement that gives a person without an account this one; it does nothing for a person with one. */
export const joinAccount = (db: Database, id: string, userId: number): Statement =>
  db.query
    .update(provisionedPeople)
    .set({ userId, isCreated: false })
    .where(and(eq(provisionedPeople.id, id), isNull(provisionedPeople.userId)))
