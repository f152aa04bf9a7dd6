import { eq } from 'drizzle-orm'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { MailingRule, RulePreview } from '#api/office/mailing-rules/contract.ts'
import { mailingRules } from '#api/office/mailing-rules/table.ts'
import { createEducation, createOccasion, partResult } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { contextAt, runHandler } from '../../run-handler.ts'

await insertFederation()
export const { query } = database()
export const office = await signedIn({ roles: { SuperAdministrator: {} } })
export const course = await createEducation([{ title: 'Kursdag' }])

/** An hour at which daily rules write: noon in Stockholm. */
export const noon = new Date('2031-06-16T10:00:00Z')
export const days = (count: number) => new Date(noon.getTime() + count * 86_400_000)

export const rule = {
  name: 'Inför kursdagen',
  trigger: 'beforeStart',
  days: 3,
  audience: 'participants',
  educationId: null as number | null,
  subject: 'Hej {{förnamn}}',
  text: '{{tillfälle}} {{plats}}',
  active: true,
}

export const createRule = (fields: object = {}) =>
  office.json<MailingRule>('POST', '/MailingRules', { ...rule, ...fields })

/** Turns a rule off, so that it does not write in the next test. */
export const endRule = ({ id }: MailingRule) => office.fetch('DELETE', `/MailingRules/${id}`)

export const previewOf = (fields: object = {}) => {
  const { name: _, active: __, ...schedule } = rule
  return office.json<RulePreview>('POST', '/MailingRules/preview', { ...schedule, ...fields })
}

let addresses = 0
export function person(overrides: Parameters<typeof signedIn>[0] = {}): Promise<Person> {
  addresses += 1
  const email = `regel-${addresses}@prov.example`
  return signedIn({ birthOn: '1990-01-01', firstName: 'Anna', language: 'sv', email, ...overrides })
}

export const on = (startsAt: Date, more: Parameters<typeof createOccasion>[1] = {}) =>
  createOccasion(course.firstPartId, { startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000), ...more })

export const signUp = ({ id: userId }: Person, occasionId: number, more: object = {}) =>
  partResult({
    userId,
    educationPartId: course.firstPartId,
    educationId: course.id,
    occasionId,
    signedUpAt: days(-1),
    ...more,
  })

/** Lets a rule have been on since two days before the tests' noon. */
export const since = (id: number, activeSince = days(-2)) =>
  query.update(mailingRules).set({ activeSince }).where(eq(mailingRules.id, id))

export const activeSinceOf = async (id: number) =>
  (await query.select().from(mailingRules).where(eq(mailingRules.id, id)))[0]?.activeSince

/** Runs a job of the rules at a time, until nothing is left. */
export async function run(
  now = noon,
  kind: 'mailingRules.daily' | 'mailingRules.signUps' = 'mailingRules.daily',
  rounds = 20,
) {
  for (let round = 0, hasMore = true; hasMore && round < rounds; round += 1) {
    hasMore = Boolean(await runHandler(kind, contextAt(now), { isMorning: true }))
  }
}

/** Lists the subjects of the mails to a person, in no order. */
export const mailsTo = async ({ id }: Person) =>
  (await query.select().from(outboxMails).where(eq(outboxMails.userId, id)))
    .filter(({ name }) => name === 'mailing')
    .map(({ subject, body }) => ({ subject, body }))
export const countOf = async (reader: Person) => (await mailsTo(reader)).length
