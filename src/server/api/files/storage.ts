import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { type FileVisibility, storedFiles } from './table.ts'

export type StoredFile = typeof storedFiles.$inferSelect

export async function findFile(db: Database, id: number): Promise<StoredFile | null> {
  const [row] = await db.query.select().from(storedFiles).where(eq(storedFiles.id, id))
  return row ?? null
}

export const insertFile = (db: Database, file: typeof storedFiles.$inferInsert): Statement =>
  db.query.insert(storedFiles).values(file)

/** The id of a file that is inserted earlier in the same transaction. */
export const fileIdOf = (key: string) => sql<number>`(select id from stored_files where key = ${key})`

export const setVisibility = (db: Database, id: number, visibility: FileVisibility): Statement =>
  db.query.update(storedFiles).set({ visibility }).where(eq(storedFiles.id, id))

/** The row alone; its bytes go once that is committed. */
export const removeFile = (db: Database, id: number): Statement =>
  db.query.delete(storedFiles).where(eq(storedFiles.id, id))
