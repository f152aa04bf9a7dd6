import { eq } from 'drizzle-orm'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { Audience } from '#api/office/mailings/audience/contract.ts'
import type { AudiencePreview, Mailing } from '#api/office/mailings/contract.ts'
import { mailingRecipients } from '#api/office/mailings/table.ts'
import { configurePortal } from '../../configuration.ts'
import { insertFederation } from '../../federation.ts'
import { database, type Person, signedIn } from '../../portal.ts'

await insertFederation()
await configurePortal({ features: [...features] })

export const { query } = database()

let people = 0

/** Creates an active adult with an address of their own. */
export function member(overrides: Parameters<typeof signedIn>[0] = {}): Promise<Person> {
  people += 1
  return signedIn({ birthOn: '1990-01-01', email: `mottagare-${people}@test.example`, ...overrides })
}

export const staff = (roles: HeldRoles, organizationIds: number[] = []) => member({ roles, organizationIds })

export const texts = { subject: 'Hej {{förnamn}}', text: 'Välkommen, {{namn}}!' }

export const preview = (person: Person, audience: Audience, fields: object = {}) =>
  person.json<AudiencePreview>('POST', '/Mailings/preview', { audience, ...texts, ...fields })

/** Returns the status of a preview, which reads the same selection as sending. */
export const statusOf = async (person: Person, audience: Audience) =>
  (await person.fetch('POST', '/Mailings/preview', { audience })).status

/** Confirms a mailing with the current number of recipients. */
export async function send(person: Person, audience: Audience, fields: object = {}): Promise<Mailing> {
  const { total } = await preview(person, audience)
  return person.json<Mailing>('POST', '/Mailings', { audience, ...texts, recipients: total, due: null, ...fields })
}

export const findMailing = async (person: Person, id: string) =>
  (await person.json<{ items: Mailing[] }>('GET', '/Mailings')).items.find((one) => one.id === id)

/** Lists the mails of mailings to a person, by id. */
export const mailsTo = async ({ id }: Person) =>
  (await query.select().from(outboxMails).where(eq(outboxMails.userId, id))).filter(({ name }) => name === 'mailing')

export const recipientsOf = (mailingId: string) =>
  query.select().from(mailingRecipients).where(eq(mailingRecipients.mailingId, mailingId))

export const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString()
