import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { users } from './table.ts'

/** Returns the statement that stores `now` as the time of a person's last sign-in; the version stays. */
export const markSignedIn = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(users).set({ lastLoginAt: now }).where(eq(users.id, userId))

/** Finds when a sign-in of a person last set a cookie by which the device is known; null when none has. */
export async function findDeviceKnownAt(db: Database, userId: number): Promise<Date | null> {
  const [row] = await db.query.select({ at: users.deviceKnownAt }).from(users).where(eq(users.id, userId))
  return row?.at ?? null
}

/**
 * Returns the statement that stores `now` as the time when a sign-in of a person set a cookie by which the device is
 * known.
 */
export const markDeviceKnownAt = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(users).set({ deviceKnownAt: now }).where(eq(users.id, userId))

/**
 * Returns the statement that replaces the stored hash of an unchanged password, as by a stronger one; sessions and the
 * version stay.
 */
export const markPasswordHash = (db: Database, userId: number, passwordHash: string): Statement =>
  db.query.update(users).set({ passwordHash }).where(eq(users.id, userId))

/** True when a person has a verified personal number, by which an electronic identification signs in. */
export async function hasPersonalNumber(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.query
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = ${userId} and ${users.personalNumberHash} is not null`)
  return row !== undefined
}

/**
 * Returns the statement that sets the hash of a person's personal number, or removes it for null. A unique index
 * refuses one that another person has. The version stays.
 */
export const setPersonalNumberHash = (db: Database, userId: number, personalNumberHash: string | null): Statement =>
  db.query.update(users).set({ personalNumberHash }).where(eq(users.id, userId))

/**
 * Finds the id of the person with the hash of a personal number, and since when the person is inactive (null when
 * active); null when there is none.
 */
export async function findUserByPersonalNumber(db: Database, personalNumberHash: string) {
  const [row] = await db.query
    .select({ id: users.id, inactiveAt: users.inactiveAt })
    .from(users)
    .where(eq(users.personalNumberHash, personalNumberHash))
  return row ?? null
}
