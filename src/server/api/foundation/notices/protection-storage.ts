import { type SQL, sql } from 'drizzle-orm'
import type { Masking } from '#api/masking.ts'
import type { Database, Statement } from '#platform/database.ts'
import { notices } from './table.ts'

export interface AboutPerson {
  userId: number
  /** Ids of the people who may not know anything about the person. */
  readers: SQL
  /** Whether a text links to the person's page. */
  leadsTo: (column: SQL) => SQL
  masking: Masking
}

/**
 * Returns the statement that deletes notices about a person of recipients who may not know about that person.
 * `readers` is SQL of these recipients' ids. Notices count whose path leads to the person (`leadsTo`) or whose values
 * have the person's name, e-mail address or phone number (`masking`).
 */
export const removeNoticesAbout = (db: Database, { readers, leadsTo, masking }: AboutPerson): Statement =>
  db.query
    .delete(notices)
    .where(
      sql`user_id in ${readers} and (${leadsTo(sql`coalesce(path, '')`)} or ${masking.containsIdentity(sql`text_values`, 'json')})`,
    )

/** Returns the statement that masks a person's identity in the notices of everybody else; their paths stay. */
export const maskInNotices = (
  db: Database,
  userId: number,
  { maskColumn: masked, containsIdentity: names }: Masking,
): Statement =>
  db.query
    .update(notices)
    // JSON text in SQL, an object to Drizzle.
    .set({ values: masked(sql`text_values`, 'json') })
    .where(sql`user_id <> ${userId} and ${names(sql`text_values`, 'json')}`)
