import { env } from 'cloudflare:workers'
import { desc, eq } from 'drizzle-orm'
import { afterEach, expect, inject, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { features } from '#api/features.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { OutboxMail } from '#api/office/sent-messages/contract.ts'
import type { LicenseRenewal } from '#api/participation/licenses/held/contract.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { insertGuardianLink } from '../api/next-steps/random-seats.ts'
import { createEducation, createOccasion, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense, dayFromNow, insertCycle } from '../licenses.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'
import { contextAt, runHandler } from '../run-handler.ts'
import { inDays } from '../time.ts'

const { query } = database()
await configurePortal({ features: [...features] })
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const path = '/Mails/templates/partApproved'

afterEach(async () => {
  await office.fetch('DELETE', `${path}?language=sv`)
})

/** Creates an education whose day the person has attended, and a second part that comes next. */
async function createAttended(learner: Person) {
  const parts = [
    { title: 'Teori', type: 0 as const },
    { title: 'Bandag', type: 0 as const },
  ]
  const { id: educationId, partIds } = await createEducation(parts, { title: 'Flaggvakt' })
  const [educationPartId = 0, nextPartId = 0] = partIds
  const { id: occasionId } = await createOccasion(educationPartId, { startsAt: inDays(-2), endsAt: inDays(-1.9) })
  await createOccasion(nextPartId, { startsAt: inDays(9), endsAt: inDays(9.2), city: 'Kil' })
  const educator = await signedIn({ roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId, userId: educator.id })
  const resultId = await partResult({ userId: learner.id, educationId, educationPartId, occasionId })
  const body = [{ resultId, userId: learner.id, completed: true }]
  const pass = () => educator.fetch('PUT', '/EducationPartOccasions/results', body)
  return { educationId, nextPartId, pass }
}

const latestMailTo = async (recipient: string) => {
  const rows = query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient))
  return (await rows.orderBy(desc(outboxMails.id)).limit(1))[0]
}

/** Sends the latest mail to the address, and returns its body in the log. */
async function send(recipient: string): Promise<string> {
  const port = String(inject('smtpPort'))
  const settings = { SMTP_HOST: '127.0.0.1', SMTP_PORT: port, SMTP_TLS: 'none', MAIL_FROM: 'portalen@example.se' }
  const ctx = contextAt()
  const mail = await latestMailTo(recipient)
  await runHandler('mails.send', { ...ctx, env: { ...env, ...settings } }, { messageId: mail?.messageId })
  const sent = await latestMailTo(recipient)
  expect(sent?.sentAt).not.toBeNull()
  return sent?.body ?? ''
}

const createLearner = async () => {
  const email = `${crypto.randomUUID()}@example.se`
  return { email, learner: await signedIn({ firstName: 'Anna', birthOn: '1990-01-01', email }) }
}

test('the mail about a passed part says what comes next, as it is when the mail is sent', async () => {
  const { email, learner } = await createLearner()
  const { educationId, nextPartId, pass } = await createAttended(learner)
  expect((await pass()).status).toBe(200)
  const { items } = await office.json<{ items: OutboxMail[] }>('GET', `/Mails?page=1&pageSize=1&who=${email}`)
  expect(items[0]?.text).toMatch(/^Hej Anna!\n\nDu är godkänd på Teori\.\n\nSå här långt/)
  const { id: occasionId } = await createOccasion(nextPartId, {
    startsAt: inDays(9),
    endsAt: inDays(9.2),
    city: 'Mora',
  })
  await partResult({ userId: learner.id, educationId, educationPartId: nextPartId, occasionId })
  const body = await send(email)
  expect(body).toMatch(/^Hej Anna!\n\nDu är godkänd på Teori\.\n\nAnmäld\. Tid och plats: .+ i Mora\.\n\nSå här långt/)
})

test('the copy to a guardian names the child, and says nothing once the guardian is none', async () => {
  const email = `${crypto.randomUUID()}@example.se`
  const helena = await signedIn({ firstName: 'Helena', birthOn: '1983-05-01', email })
  const milo = await signedIn({ firstName: 'Milo', birthOn: '2014-05-01' })
  await insertGuardianLink(helena, milo)
  const { pass } = await createAttended(milo)
  expect((await pass()).status).toBe(200)
  const [mail] = await query.select().from(outboxMails).where(eq(outboxMails.recipient, email))
  expect(await send(email)).toMatch(/är godkänd på Teori, \S+dag .+\.\n\nMilo kan anmälas till Bandag\.\n\nAllt om/)
  await query
    .update(outboxMails)
    .set({ sentAt: null, body: mail?.body ?? '' })
    .where(eq(outboxMails.recipient, email))
  await query.delete(guardianLinks).where(eq(guardianLinks.adultUserId, helena.id))
  expect(await send(email)).toMatch(/är godkänd på Teori, \S+dag .+\.\n\nAllt om/)
})

test('a text that the office has edited has the step where its placeholder stands, or none', async () => {
  const written = { language: 'sv', subject: 'Bra', text: 'Klart.{{nextStep}}\n\n{{link}}' }
  const listed = await office.json<{ placeholders: string[] }>('GET', path)
  expect(listed.placeholders).toContain('nextStep')
  expect((await office.fetch('PUT', path, written)).status).toBe(200)
  const { email, learner } = await createLearner()
  expect((await (await createAttended(learner)).pass()).status).toBe(200)
  expect(await send(email)).toMatch(/^Klart\.\n\nNästa: Bandag\n\nhttp/)
})

test('a mail about the last part says no next step and keeps no mark', async () => {
  const { email, learner } = await createLearner()
  const { educationId, nextPartId, pass } = await createAttended(learner)
  await partResult({
    userId: learner.id,
    educationId,
    educationPartId: nextPartId,
    completed: true,
    completedAt: inDays(-1),
  })
  expect((await pass()).status).toBe(200)
  const rows = await query.select().from(outboxMails).where(eq(outboxMails.recipient, email))
  expect(rows.map(({ name }) => name)).toContain('partApproved')
  expect(await send(email)).not.toMatch(/nextStep|Nästa/)
})

test('the reminder of a licence that ends says what renews it, as the profile does', async () => {
  const { email, learner } = await createLearner()
  const { id, firstPartId } = await createEducation([{ title: 'Repetition', type: 0 }], { title: 'Repetition' })
  await createOccasion(firstPartId, { startsAt: inDays(9), endsAt: inDays(9.2), city: 'Kil' })
  const renewal = { by: 'educations' as const, educationIds: [id], lateMonths: 1, dormantMonths: 1 }
  const { id: licenseId } = await createLicense(office, { renewal })
  const ends = { graceToOn: dayFromNow(20), lateToOn: dayFromNow(50), dormantToOn: dayFromNow(80) }
  await insertCycle({
    userId: learner.id,
    licenseId,
    validFromOn: dayFromNow(-200),
    validToOn: dayFromNow(20),
    ...ends,
  })
  await runDailyJob('licenses.daily')
  const [goal] = await learner.json<LicenseRenewal[]>('GET', `/user/${learner.id}/LicenseRenewals`)
  expect(goal?.readiness.next).toMatchObject({ kind: 'book', title: 'Repetition' })
  expect((await latestMailTo(email))?.body).toContain('\n\nNärmast för att förnya den: Boka Repetition.')
})
