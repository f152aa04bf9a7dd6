import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { users } from './table.ts'

/** Returns the statement that records `now` as the time of a person's last sign-in. */
export const markSignedIn = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(users).set({ lastLoginAt: now }).where(eq(users.id, userId))

/** Finds when a sign-in of a person last set a device cookie; null when none has. */
export async function findDeviceKnownAt(db: Database, userId: number): Promise<Date | null> {
  const [row] = await db.query.select({ at: users.deviceKnownAt }).from(users).where(eq(users.id, userId))
  return row?.at ?? null
}

/** Returns the statement that records when a sign-in of a person set a device cookie. */
export const markDeviceKnownAt = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(users).set({ deviceKnownAt: now }).where(eq(users.id, userId))

/** Returns the statement that replaces the stored hash of an unchanged password. */
export const markPasswordHash = (db: Database, userId: number, passwordHash: string): Statement =>
  db.query.update(users).set({ passwordHash }).where(eq(users.id, userId))

/** True when a person has a personal number. */
export async function hasPersonalNumber(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.query
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = ${userId} and ${users.personalNumberHash} is not null`)
  return row !== undefined
}

/**
 * Returns the statement that sets the hash of a person's personal number, or removes it for null. A unique index
 * refuses one that another person has.
 */
export const setPersonalNumberHash = (db: Database, userId: number, personalNumberHash: string | null): Statement =>
  db.query.update(users).set({ personalNumberHash }).where(eq(users.id, userId))

/** Finds the person with the hash of a verified personal number, also an inactive one; null when there is none. */
export async function findUserByPersonalNumber(db: Database, personalNumberHash: string) {
  const [row] = await db.query
    .select({ id: users.id, inactiveAt: users.inactiveAt })
    .from(users)
    .where(eq(users.personalNumberHash, personalNumberHash))
  return row ?? null
}
