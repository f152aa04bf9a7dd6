import { sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { hasDeclined } from '#api/foundation/mails/views.ts'
import { type NotifiedChild, parseNotifiedChild } from '#api/participation/results/child-notifications.ts'
import { hasGuardianWithAddress, notifiedChild } from '#api/people/guardians/recipients.ts'
import { users } from '#api/people/users/table.ts'
import { momentText } from '#locales/moments.ts'
import { fillTexts, type PlaceholderValues, type Wording } from './rules.ts'
import type { Selection } from './selection.ts'

/** A person whom a mailing is about, with the guardians who get it too. */
export interface Recipient {
  userId: number
  firstName: string
  name: string
  email: string | null
  language: Language | null
  child: NotifiedChild | null
  hasDeclined: boolean
}

/**
 * Loads those of the people whose account is open, by name, as recipients of mails: e-mail address, language, whether
 * they have declined mailings, and for a child its guardians. A protected identity has the masked name and no e-mail
 * address.
 */
export async function loadRecipients({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: readonly number[]) {
  const rows = await db.query
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      language: users.language,
      notified: notifiedChild(now).as('notified'),
      declined: hasDeclined(sql`users.id`, 'mailings').as('declined'),
    })
    .from(users)
    .where(
      sql`users.id in (select value from json_each(${JSON.stringify(ids)}))
        and users.inactive_at is null and users.erased_at is null`,
    )
    .orderBy(users.nameKey, users.id)
  return rows.map(
    ({ lastName, notified, declined, ...row }): Recipient => ({
      ...row,
      name: `${row.firstName} ${lastName}`,
      child: parseNotifiedChild(notified),
      hasDeclined: declined === 1,
    }),
  )
}

/**
 * Counts the people with these ids whom no mail reaches (`withoutAddress`), and those who have declined mailings
 * (`declined`). The former have no e-mail address, own or of a child's guardian. A person may count in both. The
 * ids are of open accounts, as `selectAudience` returns them.
 */
export async function countUnreached({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: readonly number[]) {
  const isUnreached = sql`coalesce(users.email, '') = '' and not ${hasGuardianWithAddress(now)}`
  const [row] = await db.query
    .select({
      withoutAddress: sql<number>`coalesce(sum(${isUnreached}), 0)`.as('without_address'),
      declined: sql<number>`coalesce(sum(${hasDeclined(sql`users.id`, 'mailings')}), 0)`.as('declined'),
    })
    .from(users)
    .where(sql`users.id in (select value from json_each(${JSON.stringify(ids)}))`)
  return row ?? { withoutAddress: 0, declined: 0 }
}

/** Returns the values of the placeholders for a person, in a language. */
function valuesFor({ firstName, name, userId }: Recipient, selection: Selection, language: string): PlaceholderValues {
  const { occasion, educationTitle } = selection
  const license = selection.licenses.get(userId)
  return {
    firstName,
    name,
    ...(occasion && {
      occasion: occasion.title ?? occasion.partTitle,
      date: momentText(occasion.startDate, 'moment', language),
      place: [occasion.venue, occasion.city].filter(Boolean).join(', '),
    }),
    ...(educationTitle !== null && { education: educationTitle }),
    ...(license && {
      license: license.licenseName,
      endDate: momentText(new Date(`${license.endsOn}T12:00:00Z`), 'day', language),
    }),
  }
}

/** Fills the placeholders of subject and text for a person of a selection, in a language. */
export const fillWording = (wording: Wording, recipient: Recipient, selection: Selection, language: string): Wording =>
  fillTexts(wording, valuesFor(recipient, selection, language))
