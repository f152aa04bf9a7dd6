import { sql } from 'drizzle-orm'
import type { AboutPerson } from '#api/foundation/notices/protection-storage.ts'
import type { Masking } from '#api/masking.ts'
import type { Database, Statement } from '#platform/database.ts'
import { outboxMails } from './table.ts'

/**
 * Returns the statement that deletes mails about a person to recipients who may not know about that person. Sent mails
 * leave the outbox, unsent ones are not sent. `readers` is SQL of these recipients' ids. Mails count whose body links
 * to the person (`leadsTo`) or whose text has the person's name, e-mail address or phone number (`masking`).
 */
export const removeMailsAbout = (db: Database, { readers, leadsTo, masking }: AboutPerson): Statement => {
  const isAbout = sql`${leadsTo(sql`body`)} or ${masking.containsIdentity(sql`subject || ' ' || body`, 'plain')}`
  return db.query.delete(outboxMails).where(sql`user_id in ${readers} and (${isAbout})`)
}

/**
 * Returns the statements that mask a person's identity in the mails to everybody else, sent and unsent ones. Recipients
 * stay. Subject and body have one each, because a statement binds at most a hundred values.
 */
export const maskInMails = (
  db: Database,
  userId: number,
  { maskColumn: masked, containsIdentity: names }: Masking,
): Statement[] =>
  [
    { subject: masked(sql`subject`, 'plain'), names: names(sql`subject`, 'plain') },
    { body: masked(sql`body`, 'plain'), names: names(sql`body`, 'plain') },
  ].map(({ names: holds, ...set }) =>
    db.query.update(outboxMails).set(set).where(sql`coalesce(user_id, 0) <> ${userId} and ${holds}`),
  )
