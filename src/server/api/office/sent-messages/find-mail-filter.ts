import type { Ctx } from '#api/context.ts'
import type { MailFilter } from '#api/foundation/mails/storage.ts'
import { findPeople } from '#api/people/users/find-people.ts'
import type { MailSearch } from './contract.ts'

/**
 * Returns the filter of the log of mails for a search. `who` selects mails to an e-mail address that begins with it,
 * and mails to people with that user name or id, or whose full name begins with it (at most 50). Absent parts of the
 * search are null, and do not limit.
 */
export async function findMailFilter({ db }: Ctx, { who, name, state }: MailSearch): Promise<MailFilter> {
  const people = who ? { address: who.toLowerCase(), userIds: await findPeople(db, who) } : null
  return { who: people, name: name || null, state: state ?? null }
}
