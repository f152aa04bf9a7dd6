import { eq } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince } from '#platform/database.ts'
import type { ChangedGdprContact, GdprContact } from './contract.ts'
import { gdprContacts } from './table.ts'

const columns = { email: gdprContacts.email, phone: gdprContacts.phone, lastChange: gdprContacts.changedAt }

/** Finds the contact for questions about personal data; null before it is set. */
export async function findGdprContact(db: Database): Promise<GdprContact | null> {
  const [contact] = await db.query.select(columns).from(gdprContacts).where(eq(gdprContacts.id, 1))
  return contact ?? null
}

/**
 * Returns the statement that saves the contact for questions about personal data. The commit fails as
 * `changed_meanwhile` when the stored contact has another version than `lastChange`. The first contact has no version
 * to expect.
 */
export const saveGdprContact = (db: Database, { lastChange, ...contact }: ChangedGdprContact, now: Date) =>
  db.query
    .insert(gdprContacts)
    .values({ id: 1, ...contact, changedAt: now })
    .onConflictDoUpdate({
      target: gdprContacts.id,
      set: { ...contact, changedAt: ifUnmodifiedSince(gdprContacts.changedAt, lastChange, now) },
    })
