import { env } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { driverExamProtocols } from '#api/catalogue/exams/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import type { ReportFile } from '#api/office/reports/contract.ts'
import { reportFileKey } from '#api/office/reports/rules.ts'
import { users } from '#api/people/users/table.ts'
import { createEducation, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { protect, unprotect } from '../protection.ts'
import { drainJobs, withoutQueue } from '../queue.ts'
import { readSheetsResponse, readZipTexts } from '../spreadsheet.ts'
import { anotherSystem, statement } from '../xapi/another-system.ts'
import { createExam, insertDriver, signature } from './exams/fixtures.ts'
import { insertClub, insertDebt, postInvoiceItems } from './invoices/fixtures.ts'

await insertFederation()
await configurePortal({ features: ['PracticalDriverExamination'] })
const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

const readsOf = async (userId: number) =>
  (
    await query
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'user.protectedRead'), eq(auditEntries.targetId, String(userId))))
  ).length

const forms = [
  ['Eva Berg', 'Skyddad deltagare'],
  ['Eva Bergs inlämning', 'Skyddad deltagares inlämning'],
  ['Nytt från Eva Berg.', 'Nytt från Skyddad deltagare.'],
  ['”Eva Berg”, Eva Bergström och Eva Berglund', '”Skyddad deltagare”, Eva Bergström och Eva Berglund'],
  ['Skriv till eva.berg@example.se!', 'Skriv till –!'],
  ['Rad ett\nEva Berg\nrad tre', 'Rad ett\nSkyddad deltagare\nrad tre'],
] as const
const eva = (email = 'eva.berg@example.se') => signedIn({ firstName: 'Eva', lastName: 'Berg', email })

test.each(forms)('notices and mails to others lose the name: %j', async (written, shown) => {
  const [person, reader, now] = [await eva(), await signedIn(), new Date()]
  const row = { userId: reader.id, kind: 'submissionHandedIn' as const, createdAt: now }
  await query.insert(notices).values({ ...row, values: { name: written, title: 'Banplan' } })
  const mail = { recipient: 'x@example.se', subject: written.replaceAll('\n', ' '), body: written, createdAt: now }
  await query.insert(outboxMails).values([
    { ...mail, messageId: `waits-${person.id}`, userId: reader.id },
    { ...mail, messageId: `left-${person.id}`, sentAt: now },
    { ...mail, messageId: `own-${person.id}`, userId: person.id },
  ])
  await protect(office, person.id)
  const [notice] = await query.select().from(notices).where(eq(notices.userId, reader.id))
  expect(notice?.values).toEqual({ name: shown, title: 'Banplan' })
  const bodyOf = async (kind: string) =>
    (
      await query
        .select()
        .from(outboxMails)
        .where(eq(outboxMails.messageId, `${kind}-${person.id}`))
    )[0]
  const masked = { subject: shown.replaceAll('\n', ' '), body: shown }
  expect([await bodyOf('waits'), await bodyOf('left')]).toMatchObject([masked, masked])
  expect(await bodyOf('own')).toMatchObject({ body: written })
  await query.update(users).set({ inactiveAt: now }).where(eq(users.id, person.id))
})

test('a name that ends in s has no separate genitive form to mask', async () => {
  const [person, reader] = [await signedIn({ firstName: 'Åke', lastName: 'Moss' }), await signedIn()]
  const row = { userId: reader.id, kind: 'submissionHandedIn' as const, createdAt: new Date() }
  await query.insert(notices).values({ ...row, values: { name: 'Åke Moss bil och Åke Mosss' } })
  await protect(office, person.id)
  const [notice] = await query.select().from(notices).where(eq(notices.userId, reader.id))
  expect(notice?.values).toEqual({ name: 'Skyddad deltagare bil och Åke Mosss' })
})

test('background reports with rows of people are removed with their files, those with numbers only remain', async () => {
  const course = await createEducation([{ title: 'Kursdag' }], { title: 'Banfunktionär' })
  const person = await signedIn({ lastName: 'Rapporterad' })
  const signedUp = { educationPartId: course.firstPartId, educationId: course.id, signedUpAt: new Date('2026-03-10') }
  await partResult({ ...signedUp, userId: person.id })
  const owner = await signedIn({ roles: { Administrator: {} } })
  const begin = async (report: string) =>
    (
      await (
        await owner.fetch('POST', '/reports/files', { report, startDate: '2026-03-01', endDate: '2026-03-31' })
      ).json<{ id: string }>()
    ).id
  const [personal, numbers] = [await begin('SignedUpAndCompleted'), await begin('Summary')]
  await drainJobs()
  const fetched = async (id: string) => (await owner.fetch('GET', `/reports/files/${id}`)).status
  expect([await fetched(personal), await fetched(numbers)]).toEqual([200, 200])
  await withoutQueue(async () => {
    const waits = await begin('SignedUpAndCompleted')
    await protect(office, person.id)
    expect([await fetched(personal), await fetched(numbers)]).toEqual([404, 200])
    expect(await env.FILES.head(reportFileKey(personal))).toBeNull()
    const listed = await (await owner.fetch('GET', '/reports/files')).json<ReportFile[]>()
    expect(listed.map(({ id }) => id).sort()).toEqual([waits, numbers].sort())
  })
  await drainJobs()
  const [file] = await (await owner.fetch('GET', '/reports/files')).json<ReportFile[]>()
  const sheets = JSON.stringify(await readSheetsResponse(await owner.fetch('GET', `/reports/files/${file?.id}`)))
  expect(sheets).not.toContain('Rapporterad')
})

test('a protected examiner’s drawn signature is shown to the examiner only', async () => {
  const scene = await createExam()
  const driver = await signedIn({ birthOn: '1990-01-01' })
  const { id } = await insertDriver(scene, driver, { completed: true, completedAt: new Date() })
  const signed = { signature, examinerId: scene.examiner.id, signedAt: new Date(), changedAt: new Date() }
  await query.insert(driverExamProtocols).values({ resultId: id, items: [], passed: true, ...signed })
  const results = async (reader: Person) =>
    (await reader.fetch('POST', '/EducationPartsPracticalDriverExam/results', { examIds: [scene.exam.id] })).text()
  const exported = async () => (await driver.fetch('GET', `/user/${driver.id}/personaldata`)).text()
  expect([await results(driver), await exported()]).toEqual([
    expect.stringContaining(signature),
    expect.stringContaining(signature),
  ])
  await protect(office, scene.examiner.id)
  for (const text of [await results(driver), await exported(), await results(office)])
    expect(text).not.toContain(signature)
  expect(await results(scene.examiner)).toContain(signature)
  const [protocol] = await query.select().from(driverExamProtocols).where(eq(driverExamProtocols.resultId, id))
  expect(protocol?.signature).toBe(signature)
})

test('a sent invoice is unchanged, the office’s reads of it are recorded, and nobody else opens it', async () => {
  const club = await insertClub()
  const debt = await insertDebt({ clubId: club.id })
  const item = (resultId: number) => ({ resultId, invoiceRecipientId: club.id, amount: 500 })
  const [head] = await (await postInvoiceItems(office, [item(debt.resultId)])).json<InvoiceHead[]>()
  await protect(office, debt.userId)
  const read = async () => (await office.fetch('GET', `/Invoices/${head?.id}`)).text()
  const before = await readsOf(debt.userId)
  expect(await read()).toContain('Anna Andersson')
  const file = () => office.fetch('GET', `/Invoices/Download?invoiceHead=${head?.id}&fileName=${head?.fileName}`)
  const texts = await readZipTexts(new Uint8Array(await (await file()).arrayBuffer()))
  expect([...texts.values()].join()).toContain('Anna Andersson')
  expect((await readsOf(debt.userId)) - before).toBe(2)
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('GET', `/Invoices/${head?.id}`)).status).toBe(403)

  const later = await insertDebt({ clubId: club.id })
  await protect(office, later.userId)
  const [made] = await (await postInvoiceItems(office, [item(later.resultId)])).json<InvoiceHead[]>()
  expect(await (await office.fetch('GET', `/Invoices/${made?.id}`)).text()).toContain('Skyddad deltagare')
})

test('the record store returns nothing about a protected person to other systems, until the protection ends', async () => {
  const [system, person] = [await anotherSystem('IntegrationRead', 'IntegrationWrite'), await eva('eva@lrs.example')]
  const account = { homePage: env.NAMING_ORIGIN || env.PORTAL_ORIGIN, name: String(person.id) }
  const byAccount = { objectType: 'Agent', name: 'Eva Berg', account }
  const byMailbox = { objectType: 'Agent', name: 'Eva Berg', mbox: 'mailto:eva@lrs.example' }
  const other = statement()
  const statementIds = await system.post(
    statement({ actor: byAccount }),
    statement({ actor: byMailbox }),
    statement({ context: { instructor: byAccount } }),
    other,
  )
  const everything = async () => {
    const one = async (id = '') => (await system.send('GET', `statements?statementId=${id}`)).text()
    const people = async (agent: object) =>
      (await system.send('GET', `agents?agent=${encodeURIComponent(JSON.stringify(agent))}`)).text()
    const { name: _, ...nameless } = byAccount
    return [
      await (await system.send('GET', 'statements')).text(),
      await one(statementIds[0]),
      await people(nameless),
    ].join()
  }
  expect((await everything()).match(/Eva Berg/g)?.length).toBeGreaterThanOrEqual(5)
  await protect(office, person.id)
  expect(await everything()).not.toMatch(/Eva|eva@lrs/)
  expect(await system.find({})).toEqual([statementIds[3]])
  await unprotect(office, person.id)
  expect(await everything()).toContain('Eva Berg')
})

test('the office’s reads of mails, notices and the log about a protected person are recorded', async () => {
  const person = await eva()
  await query
    .insert(notices)
    .values({ userId: person.id, kind: 'signedOn', values: { author: 'X' }, createdAt: new Date() })
  const mail = { recipient: 'eva.berg@example.se', subject: 'Hej', body: 'Hej Eva', createdAt: new Date() }
  await query.insert(outboxMails).values({ ...mail, messageId: `read-${person.id}`, userId: person.id })
  await protect(office, person.id)
  for (const path of ['/Mails', '/Notices/sent', `/AuditLog?target=user/${person.id}`]) {
    const before = await readsOf(person.id)
    const answer = await office.fetch('GET', path)
    expect([path, answer.status]).toEqual([path, 200])
    await answer.body?.cancel()
    expect([path, (await readsOf(person.id)) - before]).toEqual([path, 1])
  }
})

test('the office finds free text with the full name, each with where it is changed', async () => {
  const person = await signedIn({ firstName: 'Fritz', lastName: 'Texter', phone: '070-5551234' })
  const educator = await signedIn({ roles: { Educator: {} } })
  for (const content of ['Fritz Texter vann i går', 'Ring 070-5551234', 'Fritz vann igen'])
    expect((await educator.fetch('POST', '/Events', { content })).status).toBe(200)
  const course = await createEducation([{ title: 'Kursdag hos Fritz Texter' }], { title: 'Vad Fritz Texter kan' })
  const driver = await signedIn()
  const customAnswers = [{ questionId: 1, answer: 'Jag kommer med Fritz Texter' }]
  await partResult({ userId: driver.id, educationPartId: course.firstPartId, customAnswers })
  await protect(office, person.id)
  const before = await readsOf(person.id)
  const answer = await office.fetch('GET', `/User/${person.id}/mentions`)
  const mentions = await answer.json<{ kind: string; path: string }[]>()
  expect(mentions.map(({ kind, path }) => [kind, path])).toEqual([
    ['news', '/'],
    ['news', '/'],
    ['education', `/education/${course.id}/manage`],
    ['part', `/education/${course.id}/manageEducationParts`],
    ['answer', `/profile/${driver.id}`],
  ])
  expect((await readsOf(person.id)) - before).toBe(1)
})
