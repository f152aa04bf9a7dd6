import { and, asc, count, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '../table.ts'

export type StoredPasskey = typeof passkeys.$inferSelect
export type StoredApp = typeof authenticatorApps.$inferSelect

/**
 * Reads a person's second factors in one round trip: passkeys, oldest first, the authenticator app, and the number of
 * unused recovery codes. `app` is null without one; it has its sealed secret; access is not checked here.
 */
export async function readFactors(db: Database, userId: number) {
  const [keys, [app], [codes]] = await Promise.all([
    db.query.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id)),
    db.query.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId)),
    db.query.select({ left: count() }).from(recoveryCodes).where(unused(userId)),
  ])
  return { keys, app: app ?? null, codesLeft: codes?.left ?? 0 }
}
export type Factors = Awaited<ReturnType<typeof readFactors>>

/** Returns whether there is a passkey or an authenticator app; recovery codes alone do not count. */
export const hasAnyFactor = ({ keys, app }: Pick<Factors, 'keys' | 'app'>) => keys.length > 0 || app !== null

/**
 * Returns whether a person has a passkey or an authenticator app, so that a password alone is not enough to sign in.
 */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const [keys, apps] = await Promise.all([
    db.query.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1),
    db.query
      .select({ id: authenticatorApps.userId })
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId)),
  ])
  return keys.length + apps.length > 0
}

/**
 * Finds the passkey with the credential id, and when its person became inactive (null for an active one); null when the
 * portal has none.
 */
export async function findPasskey(db: Database, credentialId: string) {
  const [row] = await db.query
    .select({ passkey: passkeys, inactiveAt: users.inactiveAt })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId))
  return row ?? null
}

/**
 * Returns the statement that inserts a person's passkey. The commit fails as `passkey_refused` when it is registered
 * already. Codes, sessions and notices are not touched.
 */
export const insertPasskey = (db: Database, passkey: typeof passkeys.$inferInsert): Statement =>
  db.query.insert(passkeys).values(passkey)

/**
 * Returns the statement that stores a passkey's new counter and the time of its use. The commit fails as
 * `passkey_refused` when the counter does not increase, unless the key has no counter and always reports 0.
 */
export const markPasskeyUsed = (db: Database, id: number, counter: number, now: Date): Statement =>
  db.query.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, id))

const own = (userId: number, id: number) => and(eq(passkeys.id, id), eq(passkeys.userId, userId))

/** Returns the statement that renames a person's passkey; one of another person stays as it is. */
export const renamePasskey = (db: Database, userId: number, id: number, name: string): Statement =>
  db.query.update(passkeys).set({ name }).where(own(userId, id))

/** Returns the statement that removes a person's passkey; one of another person stays. Recovery codes stay too. */
export const removePasskey = (db: Database, userId: number, id: number): Statement =>
  db.query.delete(passkeys).where(own(userId, id))

const removePasskeys = (db: Database, userId: number): Statement =>
  db.query.delete(passkeys).where(eq(passkeys.userId, userId))

/** Returns the statement that saves a person's authenticator app, over an earlier one. */
export const saveApp = (db: Database, app: StoredApp): Statement =>
  db.query.insert(authenticatorApps).values(app).onConflictDoUpdate({ target: authenticatorApps.userId, set: app })

/**
 * Returns the statement that removes a person's authenticator app; without one it removes nothing. Recovery codes stay.
 */
export const removeApp = (db: Database, userId: number): Statement =>
  db.query.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId))

/**
 * Marks a time step (number of the 30-second code) of a person's authenticator app, and all before it, as used, at
 * once. Of two calls at once with the same code only one returns true; it is false for a step that is used, and without
 * an app. The code itself is not checked here.
 */
export async function claimStep(db: Database, userId: number, step: number): Promise<boolean> {
  const rows = await db.query
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(eq(authenticatorApps.userId, userId), lt(authenticatorApps.lastStep, step)))
    .returning({ userId: authenticatorApps.userId })
  return rows.length > 0
}

const unused = (userId: number) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

/**
 * Marks a person's recovery code as used, at once. `hashes` are the possible hashes of one code. Of two calls at once
 * with the same code only one returns true; false for an unknown or used code.
 */
export async function claimRecoveryCode(db: Database, userId: number, hashes: string[], now: Date): Promise<boolean> {
  const rows = await db.query
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(unused(userId), inArray(recoveryCodes.codeHash, hashes)))
    .returning({ id: recoveryCodes.id })
  return rows.length > 0
}

const removeRecoveryCodes = (db: Database, userId: number): Statement =>
  db.query.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))

/**
 * Returns the statements that replace all recovery codes of a person, used ones too, by codes with these hashes.
 * `hashes` must not be empty.
 */
export const replaceRecoveryCodes = (db: Database, userId: number, hashes: string[], now: Date): Statement[] => [
  removeRecoveryCodes(db, userId),
  db.query.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: now }))),
]

/**
 * Returns the statement that removes the recovery codes of a person who has neither a passkey nor an authenticator app.
 * It comes after the removal of a factor in the commit.
 */
export const removeOrphanedCodes = (db: Database, userId: number): Statement =>
  db.query
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        sql`not exists (select 1 from passkeys own_key where own_key.user_id = ${userId})`,
        sql`not exists (select 1 from authenticator_apps own_app where own_app.user_id = ${userId})`,
      ),
    )

/**
 * Returns the statements that remove all second factors of a person: passkeys, the authenticator app and the recovery
 * codes. Sessions stay.
 */
export const removeAllFactors = (db: Database, userId: number): Statement[] => [
  removePasskeys(db, userId),
  removeApp(db, userId),
  removeRecoveryCodes(db, userId),
]
