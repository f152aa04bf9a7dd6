import { and, eq } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import type { IntegrationAccountEdit } from './contract.ts'
import { integrationAccounts } from './table.ts'

export type AccountRow = typeof integrationAccounts.$inferSelect

/** Lists all accounts by name, inactive ones too. Rows have the hash of the secret, which no reply may contain. */
export const listAccounts = (db: Database): Promise<AccountRow[]> =>
  db.query.select().from(integrationAccounts).orderBy(integrationAccounts.name)

/** Finds an account by id or exact name, also an inactive one; null when there is none. */
export async function findAccount(db: Database, by: { id: number } | { name: string }): Promise<AccountRow | null> {
  const matches = 'id' in by ? eq(integrationAccounts.id, by.id) : eq(integrationAccounts.name, by.name)
  const [row] = await db.query.select().from(integrationAccounts).where(matches)
  return row ?? null
}

/** Finds the active integration account with the hash of a secret; null when there is none. Secrets do not expire. */
export async function findAccountBySecret(db: Database, secretHash: string): Promise<AccountRow | null> {
  const [row] = await db.query
    .select()
    .from(integrationAccounts)
    .where(and(eq(integrationAccounts.secretHash, secretHash), eq(integrationAccounts.active, true)))
  return row ?? null
}

/**
 * Returns the statement that inserts an account. The commit fails as `integration_name_taken` when the name is in use.
 */
export const insertAccount = (db: Database, account: typeof integrationAccounts.$inferInsert): Statement =>
  db.query.insert(integrationAccounts).values(account)

/** Returns the statement that replaces the secret of an account. */
export const replaceSecret = (db: Database, id: number, secretHash: string, now: Date): Statement =>
  db.query.update(integrationAccounts).set({ secretHash, changedAt: now }).where(eq(integrationAccounts.id, id))

/**
 * Returns the statement that updates an account. The commit fails as `changed_meanwhile` when the edited version is
 * outdated or missing, and as `integration_name_taken` when the name is in use.
 */
export const updateAccount = (db: Database, id: number, edit: IntegrationAccountEdit, now: Date): Statement => {
  const { lastChange, ...columns } = edit
  const changedAt = ifUnmodifiedSince(integrationAccounts.changedAt, lastChange, now) as Date
  return db.query
    .update(integrationAccounts)
    .set({ ...columns, changedAt })
    .where(eq(integrationAccounts.id, id))
}

/** Returns the statement that records the time of an account's last call. */
export const markAccountUsed = (db: Database, id: number, now: Date): Statement =>
  db.query.update(integrationAccounts).set({ lastUsedAt: now }).where(eq(integrationAccounts.id, id))

/** Returns the statement that removes an account; an unknown id removes nothing. */
export const removeAccount = (db: Database, id: number): Statement =>
  db.query.delete(integrationAccounts).where(eq(integrationAccounts.id, id))
