import { eq } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { users } from './table.ts'

export const markSignedIn = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(users).set({ lastLoginAt: now }).where(eq(users.id, userId))

export const markPasswordHash = (db: Database, userId: number, passwordHash: string): Statement =>
  db.query.update(users).set({ passwordHash }).where(eq(users.id, userId))
