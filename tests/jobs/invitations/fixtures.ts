import { env } from 'cloudflare:workers'
import { and, eq, isNull } from 'drizzle-orm'
import ICAL from 'ical.js'
import { expect, inject } from 'vitest'
import type { Ctx } from '#api/context.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { CalendarSubscription } from '#api/office/calendar/subscriptions/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createContext } from '#edge/request-context.ts'
import { prepareTags as setTags } from '../../api/tags/fixtures.ts'
import { configurePortal } from '../../configuration.ts'
import { call, database, type Person, signedIn } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { bodyOf } from '../../response-body.ts'
import { runHandler } from '../../run-handler.ts'

const { query } = database()
export const host = new URL(env.PORTAL_ORIGIN).hostname

export let admin: Person
let people = 0

/** Prepares tags and features before the tests of each file. */
export async function prepareInvitations(): Promise<void> {
  await setTags()
  await configurePortal({ features: ['EducationPartTags', 'PracticalDriverExamination'] })
  admin = await signedIn({ roles: { SuperAdministrator: {} } })
}

export async function createReader(overrides: Parameters<typeof signedIn>[0] = {}) {
  people += 1
  const email = `kalender${people}@test.example`
  return { ...(await signedIn({ email, birthOn: '1990-05-01', ...overrides })), email }
}
type Reader = Awaited<ReturnType<typeof createReader>>

const settings = {
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(inject('smtpPort')),
  SMTP_TLS: 'none',
  MAIL_FROM: 'portalen@example.se',
}

const withPostOffice = (): Ctx<null> => ({
  ...createContext({
    request: new Request('http://portal.test/'),
    env: { ...env, ...settings },
    after: () => undefined,
  }),
  actor: null,
})

interface ReceivedMail {
  to: string
  data: string
}

/** Parses the calendar event of an e-mail attachment. */
function eventIn(file: string) {
  const [head = '', body = ''] = file.split(/\n\n/)
  const text = new TextDecoder().decode(Uint8Array.from(atob(body.replace(/\s|-/g, '')), (c) => c.charCodeAt(0)))
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [event, ...more] = calendar.getAllSubcomponents('vevent')
  if (!event || more.length > 0) throw new Error('a file is one event')
  const method = String(calendar.getFirstPropertyValue('method'))
  expect(head).toContain(`text/calendar; charset=utf-8; method=${method};`)
  const { uid, sequence, startDate, location } = new ICAL.Event(event)
  return {
    uid,
    sequence,
    location,
    method,
    start: startDate.toJSDate().toISOString(),
    status: String(event.getFirstPropertyValue('status')),
    attendee: String(event.getFirstPropertyValue('attendee')).toLowerCase(),
    organizer: String(event.getFirstPropertyValue('organizer')),
  }
}

const waitingFor = async (recipient: string) =>
  query
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, recipient), isNull(outboxMails.sentAt)))
    .orderBy(outboxMails.id)

/** Sends the queued e-mails of a person and parses them as a mail program does. */
export async function deliverMails({ email }: Reader) {
  await drainJobs()
  const found = []
  for (const { messageId, name } of await waitingFor(email)) {
    await runHandler('mails.send', withPostOffice(), { messageId })
    const letters = await (await fetch(`http://127.0.0.1:${inject('postOfficePort')}/`)).json<ReceivedMail[]>()
    const letter = letters.find(({ to, data }) => to === email && data.includes(messageId))
    const files = (letter?.data ?? '').split(/(?=Content-Type: text\/calendar)/).slice(1)
    found.push({ name, events: files.map(eventIn) })
  }
  return found
}

export async function loadFeed(person: Person) {
  const made = await person.fetch('POST', '/Calendar/subscriptions', { kind: 'own' })
  const { address } = await bodyOf<CalendarSubscription>(made)
  const response = await call(null)('GET', new URL(address).pathname.replace('/api', ''))
  const calendar = new ICAL.Component(ICAL.parse(await response.text()))
  return calendar.getAllSubcomponents('vevent').map((one) => {
    const { uid, sequence } = new ICAL.Event(one)
    return { uid, sequence, status: String(one.getFirstPropertyValue('status')) }
  })
}

export const changeOccasion = async (id: number, fields: object) => {
  const before = await admin.json<object>('GET', `/EducationPartOccasions/${id}/managed`)
  const given = { ...before, tellsParticipants: true, ...fields }
  expect((await admin.fetch('PUT', '/EducationPartOccasions', given)).status).toBe(200)
}
export const loadResultId = async (person: Person) => {
  const rows = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, person.id))
  return rows.at(-1)?.id ?? 0
}
export const putResult = (as: Person, person: Person, resultId: number, more: object) =>
  as.fetch('PUT', '/EducationPartOccasions/results', [{ userId: person.id, resultId, ...more }])
export const expectRising = (numbers: (number | undefined)[]) =>
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a = 0, b = 0) => a - b))
