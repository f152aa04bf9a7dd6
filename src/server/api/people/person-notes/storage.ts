import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'
import { maxNotes } from './rules.ts'
import { personNotes } from './table.ts'

const author = alias(users, 'note_author')

const columns = {
  id: personNotes.id,
  text: personNotes.text,
  authorId: personNotes.authorUserId,
  authorName: sql<string>`${author.firstName} || ' ' || ${author.lastName}`.as('author_name'),
  createdAt: personNotes.createdAt,
}

/** Selects the latest notes about a person, the newest first, at most 200. Access is not checked here. */
export const selectNotes = ({ query }: Database, userId: number) =>
  query
    .select(columns)
    .from(personNotes)
    .innerJoin(author, eq(author.id, personNotes.authorUserId))
    .where(eq(personNotes.userId, userId))
    .orderBy(desc(personNotes.id))
    .limit(maxNotes)

export type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number]

interface NewNote {
  userId: number
  authorUserId: number
  text: string
  createdAt: Date
}

/** Returns the statement that inserts a note; its result has the row with the id. */
export const insertNote = ({ query }: Database, note: NewNote) =>
  query.insert(personNotes).values(note).returning({ id: personNotes.id })

/** SQL condition of the note `noteId` about a person. */
const isNote = (userId: number, noteId: number) => and(eq(personNotes.userId, userId), eq(personNotes.id, noteId))

/** Finds the author of a note about a person; null when the person has no such note. */
export async function findNoteAuthor({ query }: Database, userId: number, noteId: number): Promise<number | null> {
  const [row] = await query
    .select({ authorId: personNotes.authorUserId })
    .from(personNotes)
    .where(isNote(userId, noteId))
  return row?.authorId ?? null
}

/** SQL condition: the person has the note, at its place in the transaction. */
export const hasNote = (userId: number, noteId: number) =>
  sql`exists (select 1 from person_notes where user_id = ${userId} and id = ${noteId})`

/** Returns the statement that deletes a note about a person; without one it does nothing. */
export const deleteNote = ({ query }: Database, userId: number, noteId: number) =>
  query.delete(personNotes).where(isNote(userId, noteId))
