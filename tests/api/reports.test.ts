import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationResponsibles, educationToCategory } from '#api/catalogue/educations/table.ts'
import { driverExamProtocols } from '#api/catalogue/exams/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { listAuditEntries } from '../audit.ts'
import { category, createEducation, createOccasion, educationResult, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { writeSearchWords } from '../search-words.ts'
import { readSpreadsheetResponse } from '../spreadsheet.ts'
import { createExam, insertDriver, signature } from './exams/fixtures.ts'
import { postInvoiceItems } from './invoices/fixtures.ts'

await insertFederation()
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const at = (text: string) => new Date(text)
const period = 'startDate=2026-02-28T23:00:01.000Z&endDate=2026-03-31T21:59:59.999Z'

const racing = await category('Racing')
const course = await createEducation([{ title: 'Kursdag' }], {
  title: 'Banfunktionär',
  code: 'BF',
  hoursHundredths: 750,
  vatRate: 25,
})
await query.insert(educationToCategory).values({ educationId: course.id, educationCategoryId: racing })
const other = await createEducation([{ title: 'Webbkurs', type: 1 }], { title: 'Depåchef' })
const occasion = await createOccasion(course.firstPartId, {
  startsAt: at('2026-03-14T09:00:00Z'),
  endsAt: at('2026-03-14T15:00:00Z'),
})
await createOccasion(course.firstPartId, {
  startsAt: at('2026-03-20T09:00:00Z'),
  endsAt: at('2026-03-20T15:00:00Z'),
  canceledAt: at('2026-03-01T09:00:00Z'),
})

const anna = await signedIn({
  firstName: '=1+1',
  lastName: 'Ögren <&>',
  email: 'anna@example.se',
  birthOn: '2004-05-06',
  organizationIds: [20],
})
const bo = await signedIn({ firstName: 'Bo', lastName: 'Berg', birthOn: '1980-01-01', organizationIds: [30] })
const ute = await signedIn({ firstName: 'Ute', lastName: 'Främmande', isExternal: true })
const place = { educationPartId: course.firstPartId, educationId: course.id, occasionId: occasion.id }
const fee = { feeAtSignUpMinor: 125_000, invoiceRecipientId: 20 }
// The last minute of February in Sweden, the first minute of March, and the last minute of March.
await partResult({ ...place, userId: ute.id, signedUpAt: at('2026-02-28T22:59:00Z'), canceled: true })
await partResult({
  ...place,
  ...fee,
  userId: anna.id,
  signedUpAt: at('2026-02-28T23:00:00Z'),
  completed: true,
  completedAt: at('2026-03-14T15:00:00Z'),
})
await partResult({ ...place, userId: bo.id, signedUpAt: at('2026-03-31T21:59:59.999Z') })
await partResult({ userId: ute.id, educationPartId: other.firstPartId, signedUpAt: at('2026-03-05T12:00:00Z') })
await partResult({ userId: bo.id, educationPartId: other.firstPartId, signedUpAt: at('2026-03-31T22:00:00Z') })
await educationResult({
  userId: anna.id,
  educationId: course.id,
  completed: true,
  completedAt: at('2026-03-14T15:00:00Z'),
  signedUpAt: null,
  verificationCode: 'AAAA-BBBB-CCCC',
})

const get = (person: Person, report: string, search = period) => person.fetch('GET', `/reports/${report}?${search}`)
const sheet = async (report: string, search = period, person = superadministrator) =>
  readSpreadsheetResponse(await get(person, report, search))

test('lists everybody who signed up or completed in the period, with typed dates and no formulas', async () => {
  const response = await get(superadministrator, 'SignedUpAndCompleted')
  expect(response.headers.get('content-disposition')).toContain('anmalda-och-genomforda_2026-03-01_2026-03-31.xlsx')
  expect(response.headers.get('cache-control')).toContain('no-store')
  const { head, rows, bold, frozen, sheet: name } = await readSpreadsheetResponse(response)
  expect({ bold, frozen, name }).toEqual({ bold: true, frozen: true, name: 'Anmälda och genomförda' })
  expect(head).toEqual([
    ...['Utbildning', 'Delmoment', 'Kategori', 'Roll', 'Namn', 'E-post', 'Förening', 'Distrikt', 'Extern'],
    ...['Anmäld datum', 'Genomförd', 'Genomförd datum'],
  ])
  const annas = ['=1+1 Ögren <&>', 'anna@example.se', 'Åre MK', 'Distrikt Norr', 'Nej']
  expect(rows).toEqual([
    ['Banfunktionär', 'Kursdag', 'Racing', null, ...annas, '[2026-03-01]', 'Ja', '[2026-03-14]'],
    [
      'Banfunktionär',
      'Kursdag',
      'Racing',
      null,
      'Bo Berg',
      null,
      'Ystad MK',
      'Distrikt Syd',
      'Nej',
      '[2026-03-31]',
      'Nej',
      null,
    ],
    ['Depåchef', 'Webbkurs', null, null, 'Ute Främmande', null, null, null, 'Ja', '[2026-03-05]', 'Nej', null],
    ['Banfunktionär', 'Hela utbildningen', 'Racing', null, ...annas, null, 'Ja', '[2026-03-14]'],
  ])
  expect((await listAuditEntries('report'))[0]).toMatchObject({
    action: 'report.exported',
    userId: superadministrator.id,
  })
})

test('the summary counts people by education, with occasions and income', async () => {
  const { head, rows } = await sheet('Summary')
  expect(head).toEqual([
    ...['Kategori', 'Utbildning', 'Antal anmälda', 'Antal pågående', 'Antal genomförda', 'Antal externa'],
    ...['Antal tillfällen', 'Antal inställda', 'Intäkt (kr)'],
  ])
  expect(rows).toEqual([
    ['Racing', 'Banfunktionär', 2, 1, 1, 0, 2, 1, 1250],
    [null, 'Depåchef', 1, 1, 0, 1, 0, 0, 0],
  ])
})

test('hours are of completed educations by club, with people under 25 separately', async () => {
  const { head, rows } = await sheet('EducationHours')
  expect(head).toEqual([
    ...['Utbildning', 'Kategori', 'Förening', 'Distrikt', 'Antal deltagare', 'Timmar per deltagare', 'Summa timmar'],
    'Varav under 25 år',
  ])
  expect(rows).toEqual([['Banfunktionär', 'Racing', 'Åre MK', 'Distrikt Norr', 1, 7.5, 7.5, 1]])
})

test('rows to invoice contain VAT and address', async () => {
  await query
    .update(organizations)
    .set({
      orgNr: '802000-1111',
      addressLine1: 'Banvägen 1',
      postalNumber: '837 52',
      city: 'Åre',
      invoiceEmail: 'kassor@are.example',
    })
    .where(eq(organizations.id, 20))
  const { head, rows } = await sheet('ManualInvoicing')
  expect(head).toEqual([
    ...['Fakturamottagare', 'Org.nr', 'Adress', 'Postnummer', 'Ort', 'E-post', 'Deltagare', 'Utbildning', 'Delmoment'],
    ...['Tillfälle', 'Anmäld datum', 'Genomförd', 'Belopp', 'Moms', 'Summa'],
  ])
  expect(rows).toEqual([
    [
      ...['Åre MK', '802000-1111', 'Banvägen 1', '837 52', 'Åre', 'kassor@are.example', '=1+1 Ögren <&>'],
      ...['Banfunktionär', 'Kursdag', '[2026-03-14]', '[2026-03-01]', 'Ja', 1000, 250, 1250],
    ],
  ])
})

test('invoiced rows are left out of manual invoicing', async () => {
  const [result] = await query
    .select()
    .from(educationPartResults)
    .where(eq(educationPartResults.feeAtSignUpMinor, 125_000))
  if (!result) throw new Error('there is no fee')
  const items = [{ resultId: result.id, invoiceRecipientId: 20, amount: 1250 }]
  const march = { startDate: '2026-03-01', endDate: '2026-03-31', title: 'Mars' }
  expect((await postInvoiceItems(superadministrator, items, march)).status).toBe(200)
  expect((await sheet('ManualInvoicing')).rows).toEqual([])
})

test('title, category, role and organisation are filters, alone and combined', async () => {
  const titles = async (search: string) =>
    (await sheet('Summary', `${period}&${search}`)).rows.map(([, title]) => title)
  expect(await titles(`searchString=${encodeURIComponent('DEPÅ')}`)).toEqual(['Depåchef'])
  expect(await titles('searchString=bf')).toEqual(['Banfunktionär'])
  expect(await titles('searchString=%25')).toEqual([])
  expect(await titles(`categoryIds=${racing}&categoryIds=999`)).toEqual(['Banfunktionär'])
  expect(await titles('educationRoleIds=999')).toEqual([])
  const signedUp = async (search: string) =>
    (await sheet('SignedUpAndCompleted', `${period}&${search}`)).rows.map(([, , , , name]) => name)
  expect(await signedUp('organizationIds=3')).toEqual(['Bo Berg'])
  expect(await signedUp(`organizationIds=3&organizationIds=20&categoryIds=${racing}`)).toEqual([
    '=1+1 Ögren <&>',
    'Bo Berg',
    '=1+1 Ögren <&>',
  ])
})

test('a report contains only rows in its reader’s scope', async () => {
  const north = await signedIn({ roles: { Administrator: { Organization: [2] } } })
  expect((await sheet('SignedUpAndCompleted', period, north)).rows.map(([, , , , name]) => name)).toEqual([
    '=1+1 Ögren <&>',
    '=1+1 Ögren <&>',
  ])
  expect((await sheet('Summary', period, north)).rows).toEqual([['Racing', 'Banfunktionär', 1, 0, 1, 0, 2, 1, 1250]])
  const educator = await signedIn({ roles: { Educator: {} } })
  for (const report of ['SignedUpAndCompleted', 'Summary', 'EducationHours'])
    expect((await sheet(report, period, educator)).rows).toEqual([])
  await query.insert(educationResponsibles).values({ educationId: other.id, userId: educator.id })
  expect((await sheet('Summary', period, educator)).rows).toEqual([[null, 'Depåchef', 1, 1, 0, 1, 0, 0, 0]])
  expect((await get(educator, 'ManualInvoicing')).status).toBe(403)
  expect((await get(await signedIn(), 'Summary')).status).toBe(403)
  expect((await anonymous('GET', '/reports/Summary')).status).toBe(401)
  expect((await get(superadministrator, 'Summary', 'startDate=igår')).status).toBe(400)
})

test('a report of many portions contains every row once', async () => {
  const many = await createEducation([{ title: 'Stor del' }], { title: 'Massutbildning' })
  const count = 4321
  await query.run(`insert into users (first_name, last_name, user_name, created_at, changed_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select 'Många', 'Nr ' || i, 'many-' || i, '2026-01-01', '2026-01-01' from n`)
  await writeSearchWords()
  await query.run(`insert into education_part_results (user_id, education_part_id, education_id, signed_up_at, custom_answers, created_at, changed_at)
    select id, ${many.firstPartId}, ${many.id}, '2026-03-10T12:00:00.000Z', '[]', '2026-03-10', '2026-03-10' from users where user_name like 'many-%'`)
  const { rows } = await sheet('SignedUpAndCompleted', `${period}&searchString=massutb`)
  expect(rows.length).toBe(count)
  expect(new Set(rows.map(([, , , , name]) => name)).size).toBe(count)
})

test('participants of an occasion are exported with answers and payer, for its organisers', async () => {
  const question = { id: 7, text: 'Allergi?', type: 'text' as const, options: [], required: false }
  const day = await createOccasion(course.firstPartId, {
    startsAt: at('2026-05-02T08:00:00Z'),
    endsAt: at('2026-05-02T15:00:00Z'),
    customQuestions: [question],
  })
  const here = { educationPartId: course.firstPartId, educationId: course.id, occasionId: day.id }
  const [clara, dan] = [await signedIn({ firstName: 'Clara', lastName: 'Alm' }), await signedIn({ lastName: 'Ö' })]
  const answers = [{ questionId: 7, answer: '-nötter' }]
  await partResult({
    ...here,
    ...fee,
    userId: clara.id,
    signedUpAt: null,
    customAnswers: answers,
    guardianUserId: bo.id,
  })
  await partResult({ ...here, userId: dan.id, canceled: true })
  const educator = await signedIn({ roles: { Educator: {} } })
  expect((await get(educator, `exportParticipants/${day.id}`, '')).status).toBe(403)
  expect((await get(superadministrator, 'exportParticipants/999999', '')).status).toBe(404)
  await query.insert(educationResponsibles).values({ educationId: course.id, userId: educator.id })
  const response = await get(educator, `exportParticipants/${day.id}`, '')
  expect(response.headers.get('content-disposition')).toContain(
    `deltagare-banfunktionar-${toPortalDay(day.startsAt)}.xlsx`,
  )
  const { head, rows } = await readSpreadsheetResponse(response)
  expect(head).toEqual([
    ...['Namn', 'E-post', 'Telefon', 'Födelsedatum', 'Förening', 'Utbildning', 'Delmoment', 'Tillfälle (datum)', 'Ort'],
    ...[
      'Anmäld',
      'Status',
      'Närvaro',
      'Godkänd',
      'Godkänd datum',
      'Betalning',
      'Fakturamottagare',
      'Målsman',
      'Allergi?',
    ],
  ])
  expect(rows).toEqual([
    [
      ...['Clara Alm', null, null, null, null, 'Banfunktionär', 'Kursdag', '[2026-05-02]', 'Karlstad'],
      ...[null, 'Väntar på svar', null, 'Nej', null, 'Faktura', 'Åre MK', 'Bo Berg', '-nötter'],
    ],
  ])
})

test('type 2 is a practical driver examination, with those who failed, while the feature is on', async () => {
  const scene = await createExam({ startsAt: at('2026-05-03T08:00:00Z') }, { title: 'Förarutbildning' })
  const [driver, failed] = [
    await signedIn({ firstName: 'Doris', lastName: 'A', birthOn: '1990-05-01' }),
    await signedIn({ firstName: 'Frans', lastName: 'B', birthOn: '1990-05-01' }),
  ]
  await insertDriver(scene, driver)
  const { id } = await insertDriver(scene, failed, { canceled: true })
  await query.insert(driverExamProtocols).values({
    resultId: id,
    items: [],
    passed: false,
    signature,
    examinerId: scene.examiner.id,
    signedAt: at('2026-05-03T12:00:00Z'),
    changedAt: at('2026-05-03T12:00:00Z'),
  })
  const report = `exportParticipants/${scene.exam.id}`
  expect((await get(scene.examiner, report, 'type=2')).status).toBe(404)
  await configurePortal({ features: ['PracticalDriverExamination'] })
  const { rows } = await readSpreadsheetResponse(await get(scene.examiner, report, 'type=2'))
  expect(rows.map(([name, , , , , education, part, day, , , status]) => [name, education, part, day, status])).toEqual([
    ['Doris A', 'Förarutbildning', 'Förarprov', '[2026-05-03]', 'Anmäld'],
    ['Frans B', 'Förarutbildning', 'Förarprov', '[2026-05-03]', 'Underkänd'],
  ])
  expect((await get(await signedIn({ roles: { Educator: {} } }), report, 'type=2')).status).toBe(403)
})
