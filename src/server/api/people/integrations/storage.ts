import { and, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import type { IntegrationAccountEdit } from './contract.ts'
import { integrationAccounts, integrationPeople } from './table.ts'

export type AccountRow = typeof integrationAccounts.$inferSelect

/** An account with the names of its organisations by id, as JSON. */
const withNames = {
  account: integrationAccounts,
  organizations: sql<string>`(select json_group_object(o.id, o.name)
    from json_each(integration_accounts.organization_ids) limit_to join organizations o on o.id = limit_to.value)`.as(
    'organization_names',
  ),
}

export interface NamedAccount {
  account: AccountRow
  organizations: string
}

/**
 * Lists all integration accounts by name, inactive and expired ones too. Rows have the hash of the secret, which no
 * reply may contain.
 */
export const listAccounts = (db: Database): Promise<NamedAccount[]> =>
  db.query.select(withNames).from(integrationAccounts).orderBy(integrationAccounts.name)

/**
 * Finds an integration account by id or exact name, also an inactive one; null when there is none. The row has the hash
 * of the secret, which no reply may contain.
 */
export async function findAccount(db: Database, by: { id: number } | { name: string }): Promise<NamedAccount | null> {
  const matches = 'id' in by ? eq(integrationAccounts.id, by.id) : eq(integrationAccounts.name, by.name)
  const [row] = await db.query.select(withNames).from(integrationAccounts).where(matches)
  return row ?? null
}

/**
 * Finds the integration account with the hash of a secret that may call on the day `today`; null when there is none,
 * and for an account that is inactive or has expired. The last day itself counts; null as the last day never expires.
 */
export async function findAccountBySecret(db: Database, secretHash: string, today: string): Promise<AccountRow | null> {
  const { active, expiresOn } = integrationAccounts
  const [row] = await db.query
    .select()
    .from(integrationAccounts)
    .where(
      and(
        eq(integrationAccounts.secretHash, secretHash),
        eq(active, true),
        or(isNull(expiresOn), gte(expiresOn, today)),
      ),
    )
  return row ?? null
}

const isUnnotified = sql`notified_expiry_on is not expires_on`

/**
 * Lists the active integration accounts whose last day is from `from` to `to` and about whose last day nobody has been
 * notified. An account whose last day was moved after the notification is listed again. Both bounds are days,
 * `yyyy-MM-dd`, and count; in no order.
 */
export const listExpiringAccounts = (db: Database, from: string, to: string): Promise<AccountRow[]> =>
  db.query
    .select()
    .from(integrationAccounts)
    .where(
      and(
        eq(integrationAccounts.active, true),
        gte(integrationAccounts.expiresOn, from),
        lte(integrationAccounts.expiresOn, to),
        isUnnotified,
      ),
    )

/**
 * SQL query: the ids of the query `readers` while nobody has been notified of an integration account's last day; no
 * rows afterwards. Used inside a commit.
 */
export const hasUnnotifiedExpiry = (id: number, readers: SQL): SQL =>
  sql`select reader.id from (${readers}) reader
    where exists (select 1 from integration_accounts where id = ${id} and ${isUnnotified})`

/**
 * Returns the statement that records that the superadministrators have been notified of the last day (`expiresOn`) of
 * an integration account.
 */
export const markExpiryNotified = (db: Database, id: number): Statement =>
  db.query.update(integrationAccounts).set({ notifiedExpiryOn: sql`expires_on` }).where(eq(integrationAccounts.id, id))

/** Lists those of the ids that belong to an organisation, active or not, each once and in no order. */
export const listExistingIds = (db: Database, ids: readonly number[]) =>
  db.rows<{ id: number }>(
    sql`select id from organizations where id in (select value from json_each(${JSON.stringify(ids)}))`,
  )

/**
 * Returns the statement that inserts an integration account, with the hash of its secret. The commit fails as
 * `integration_name_taken` when the name is in use, and as `integration_staff_taken` when another open account has the
 * staff.
 */
export const insertAccount = (db: Database, account: typeof integrationAccounts.$inferInsert): Statement =>
  db.query.insert(integrationAccounts).values(account)

/**
 * Returns the statement that replaces the hash of an integration account's secret; the earlier secret stops working at
 * once. An unknown id changes nothing.
 */
export const replaceSecret = (db: Database, id: number, secretHash: string, now: Date): Statement =>
  db.query.update(integrationAccounts).set({ secretHash, changedAt: now }).where(eq(integrationAccounts.id, id))

/**
 * Returns the statement that updates the given columns of an integration account. The commit fails as
 * `changed_meanwhile` when `lastChange` is not the stored version, and as `integration_name_taken` or
 * `integration_staff_taken` as that of `insertAccount`. An unknown id changes nothing.
 */
export const updateAccount = (db: Database, id: number, edit: IntegrationAccountEdit, now: Date): Statement => {
  const { lastChange, ...columns } = edit
  const changedAt = ifUnmodifiedSince(integrationAccounts.changedAt, lastChange, now) as Date
  return db.query
    .update(integrationAccounts)
    .set({ ...columns, changedAt })
    .where(eq(integrationAccounts.id, id))
}

/** Returns the statement that stores the time of an integration account's last call; its version stays. */
export const markAccountUsed = (db: Database, id: number, now: Date): Statement =>
  db.query.update(integrationAccounts).set({ lastUsedAt: now }).where(eq(integrationAccounts.id, id))

/**
 * Returns the statements that remove an integration account and its ids of people, who stay; an unknown id removes
 * nothing.
 */
export const removeAccount = (db: Database, id: number): Statement[] => [
  db.query.delete(integrationPeople).where(eq(integrationPeople.accountId, id)),
  db.query.delete(integrationAccounts).where(eq(integrationAccounts.id, id)),
]
