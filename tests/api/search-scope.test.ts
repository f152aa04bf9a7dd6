import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { educations } from '#api/catalogue/educations/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { SignUpPayload } from '#api/money/payments/contract.ts'
import { payments } from '#api/money/payments/table.ts'
import type { SearchResults } from '#api/office/search/contract.ts'
import { otherRequirements } from '#api/participation/other-requirements/table.ts'
import { unchecked } from '../../src/unchecked.ts'
import { education, occasion, part, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { createLicense } from '../licenses.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'
import { createActors } from '../scope/actors.ts'
import { addOccasionResponsible, insertCourse, type ScopeCourse } from '../scope/federation.ts'
import { inDays } from '../time.ts'
import { createInvoice } from './invoices/fixtures.ts'

const { query } = database()
const now = new Date()
let own: ScopeCourse
let invoiceNumber: number
const receiptNumber = 4712
let callers: Map<string, Person>

/** A member of club 20 who is booked on the first occasion, and one of club 21 on the second course. */
async function insertPeople(other: ScopeCourse) {
  const given = { signedUpAt: inDays(-5) }
  const near = await signedIn({
    firstName: 'Nora',
    lastName: 'Närberg',
    email: 'nora@narberg.se',
    phone: '070-555 66 77',
    externalPersonId: 'IID55001',
    organizationIds: [20],
  })
  const far = await signedIn({
    firstName: 'Fia',
    lastName: 'Närberg',
    phone: '+46 73 111 22 33',
    organizationIds: [30],
  })
  const [first] = own.occasionIds
  await partResult({ ...given, userId: near.id, educationPartId: own.classPartId, occasionId: first })
  const [elsewhere] = other.occasionIds
  await partResult({ ...given, userId: far.id, educationPartId: other.classPartId, occasionId: elsewhere })
}

async function insertPayment(number: number) {
  const moments = { expiresAt: now, termsAcceptedAt: now, createdAt: now, changedAt: now, paidAt: now }
  const paid = {
    status: 2 as const,
    amountMinor: 45_000,
    vatMinor: 0,
    provider: 'local' as const,
    receiptNumber: number,
  }
  const plan = { signUp: unchecked<SignUpPayload>({}), seats: [], rows: [] }
  const { id: userId } = await signedIn({ firstName: 'Paula', lastName: 'Betalar' })
  const id = crypto.randomUUID()
  await query.insert(payments).values({ id, userId, idempotencyKey: id, ...paid, ...plan, ...moments })
}

beforeAll(async () => {
  await configurePortal({ features: ['License', 'PracticalDriverExamination'] })
  await insertFederation()
  own = await insertCourse('Alfa')
  const other = await insertCourse('Beta')
  await occasion({
    educationPartId: own.classPartId,
    educationId: own.educationId,
    startsAt: inDays(-40),
    city: 'Tidaholm',
  })
  await insertPeople(other)
  const actors = await createActors(own)
  callers = new Map(actors.map(({ name, person }) => [name, person]))
  callers.set('the administrator of no club', await signedIn({ roles: { OrganizationAdmin: {} } }))
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  await createLicense(office, { name: 'Zonlicens', active: true })
  await createLicense(office, { name: 'Zonlicens gammal', active: false })
  await query.insert(otherRequirements).values({ name: 'Läkarzonintyg', changedAt: now })
  invoiceNumber = (await createInvoice(office)).head.number
  await insertPayment(receiptNumber)
  await query.insert(outboxMails).values([
    {
      messageId: 'zon',
      recipient: 'zon@example.se',
      subject: 'Zonbesked',
      body: 'Hej',
      createdAt: now,
      error: 'bounced',
    },
  ])
})

const caller = (name: string) => {
  const person = callers.get(name)
  if (!person) throw new Error(`there is no ${name}`)
  return person
}
const ask = (name: string, q: string) => caller(name).json<SearchResults>('GET', `/search?q=${encodeURIComponent(q)}`)

const superadministrator = 'a superadministrator'
const ofCategory = 'an educator of one category'
const ofOccasion = 'an educator who leads one occasion'
const ofNothing = 'an educator of nothing'
const ofClub = 'the administrator of one club'
const ofNoClub = 'the administrator of no club'
const ofDistrict = 'the administrator of one district'
const learner = 'a member'
const guardian = 'a guardian of one child'

describe('people', () => {
  test.each([
    [superadministrator, ['Fia Närberg', 'Nora Närberg']],
    [ofDistrict, ['Nora Närberg']],
    [ofClub, ['Nora Närberg']],
    [ofCategory, ['Nora Närberg']],
    [ofOccasion, ['Nora Närberg']],
    [ofNothing, []],
    [ofNoClub, []],
  ])('%s finds %j by name', async (name, expected) => {
    expect((await ask(name, 'närberg')).people?.items.map((person) => person.name)).toEqual(expected)
  })

  test.each([learner, guardian])('%s finds none', async (name) =>
    expect((await ask(name, 'närberg')).people).toBeNull(),
  )

  test.each(['070-555 66 77', '+46 70 555 66 77', '070555', 'nora@narberg.se', 'IID55001'])(
    '%s is found exactly, in scope only',
    async (q) => {
      for (const name of [superadministrator, ofClub, ofCategory])
        expect(
          (await ask(name, q)).people?.items.map((person) => person.name),
          name,
        ).toEqual(['Nora Närberg'])
      for (const name of [ofNothing, ofNoClub]) expect((await ask(name, q)).people?.items, name).toEqual([])
    },
  )

  test('a phone number is no way to people of other clubs', async () => {
    expect((await ask(ofClub, '0731112233')).people?.items).toEqual([])
    expect((await ask(superadministrator, '0731112233')).people?.items).toHaveLength(1)
  })
})

describe('occasions and exams', () => {
  const managed = async (name: string, q: string) => {
    const { occasions, exams } = await ask(name, q)
    return [occasions.items, exams.items].map((items) => items.map((item) => item.managed))
  }

  test.each([
    [superadministrator, [[true, true, true], [true]]],
    [ofCategory, [[true, true, true], [true]]],
    [ofOccasion, [[true, false], [false]]],
    ['an educator who examines one examination', [[false, false], [true]]],
    ['an educator named on one examination', [[false, false], [true]]],
    [ofNothing, [[false, false], [false]]],
    [ofClub, [[false, false], [false]]],
    [learner, [[false, false], [false]]],
    [guardian, [[false, false], [false]]],
  ])('%s finds those to come, and past ones that are managed', async (name, expected) => {
    expect(await managed(name, 'Alfa')).toEqual(expected)
  })

  test('a past occasion is found by those who manage it', async () => {
    for (const name of [superadministrator, ofCategory])
      expect((await ask(name, 'tidaholm')).occasions.items, name).toHaveLength(1)
    for (const name of [ofOccasion, ofNothing, ofClub, learner, guardian])
      expect((await ask(name, 'tidaholm')).occasions.items, name).toEqual([])
  })

  test('a leader of a past occasion does not read the title of an unpublished education', async () => {
    const partId = await part({ title: 'Del Hemdal' })
    const educationId = await education({ title: 'Hemlig satsning', published: false, partIds: [partId] })
    const past = await occasion({ educationPartId: partId, startsAt: inDays(-30), city: 'Hemdal' })
    await addOccasionResponsible(past, caller(ofOccasion).id)
    const found = async (name: string) =>
      (await ask(name, 'hemdal')).occasions.items.map((item) => [item.educationId, item.educationTitle])
    expect(await found(ofOccasion)).toEqual([[educationId, 'Del Hemdal']])
    expect(await found(superadministrator)).toEqual([[educationId, 'Hemlig satsning']])
    const published = await education({ title: 'Öppen satsning', partIds: [partId] })
    await query.update(educations).set({ publishedAt: now, archivedAt: now }).where(eq(educations.id, educationId))
    for (const name of [ofOccasion, superadministrator])
      expect(await found(name), name).toEqual([[published, 'Öppen satsning']])
  })

  test('an exam is not found while the feature is off', async () => {
    await configurePortal({ features: ['License'] })
    expect((await ask(superadministrator, 'Prov Alfa')).exams.items).toEqual([])
    await configurePortal({ features: ['License', 'PracticalDriverExamination'] })
  })
})

describe('clubs', () => {
  const clubs = async (name: string, q: string) =>
    (await ask(name, q)).organizations?.items.map((club) => club.name) ?? null

  test.each([
    [superadministrator, ['Luleå MS', 'Ystad MK', 'Åre MK']],
    [ofDistrict, ['Luleå MS', 'Åre MK']],
    [ofClub, ['Åre MK']],
    [ofNoClub, []],
  ])('%s finds %j', async (name, expected) => {
    const found = [...((await clubs(name, 'åre mk')) ?? []), ...((await clubs(name, 'luleå')) ?? [])]
    expect([...found, ...((await clubs(name, 'ystad')) ?? [])].toSorted()).toEqual(expected)
  })

  test.each([ofCategory, ofNothing, learner, guardian])('%s finds none', async (name) =>
    expect(await clubs(name, 'åre mk')).toBeNull(),
  )
})

describe('licences', () => {
  const found = async (name: string) =>
    (await ask(name, 'zonlicens')).licenses.items.map((license) => [license.name, license.managed])

  test('are found by all, and inactive ones by superadministrators', async () => {
    const expected = [
      ['Zonlicens', true],
      ['Zonlicens gammal', true],
    ]
    expect(new Set(await found(superadministrator))).toEqual(new Set(expected))
    for (const name of [ofDistrict, ofClub, ofCategory, learner, guardian])
      expect(await found(name), name).toEqual([['Zonlicens', false]])
  })

  test('are found inside a word and without accents', async () => {
    expect((await ask(learner, 'licens')).licenses.items).toHaveLength(1)
    expect((await ask(superadministrator, 'lakarzon')).requirements?.items).toMatchObject([{ name: 'Läkarzonintyg' }])
  })
})

describe('numbers, requirements and mails', () => {
  const groups = ['requirements', 'receipts', 'mails'] as const

  test('an invoice, a receipt and a mail are found by superadministrators', async () => {
    const invoices = async (q: string) => (await ask(superadministrator, q)).invoices?.items
    expect(await invoices(String(invoiceNumber))).toMatchObject([{ number: invoiceNumber, undone: false }])
    expect(await invoices(`faktura ${invoiceNumber}`)).toHaveLength(1)
    expect(await invoices(String(invoiceNumber).slice(0, -1))).toEqual([])
    expect((await ask(superadministrator, '4712')).receipts?.items).toMatchObject([
      { receiptNumber: 4712, payerName: 'Paula Betalar', amount: 450 },
    ])
    for (const q of ['zonbesked', 'zon@example.se', 'ZONB'])
      expect((await ask(superadministrator, q)).mails?.items, q).toMatchObject([{ subject: 'Zonbesked', failed: true }])
  })

  test('a mail to a person with a protected identity is recorded as read, and no other', async () => {
    const office = caller(superadministrator)
    const [hidden, open] = [await signedIn(), await signedIn()]
    await protect(office, hidden.id)
    const mails = [hidden, open].map(({ id }) => ({
      messageId: `skyddat-${id}`,
      userId: id,
      recipient: `mottagare-${id}@example.se`,
      subject: 'Skyddsbesked',
      body: 'Hej',
      createdAt: now,
    }))
    await query.insert(outboxMails).values(mails)
    const found = await ask(superadministrator, 'skyddsbesked')
    expect(found.mails?.items.map((mail) => 'userId' in mail)).toEqual([false, false])
    const reads = await query.select().from(auditEntries).where(eq(auditEntries.action, 'user.protectedRead'))
    expect(reads.map(({ userId, targetId }) => [userId, targetId])).toEqual([[office.id, String(hidden.id)]])
  })

  test('a mail that matches does not keep a misspelt name from being found', async () => {
    const misspelt = { messageId: 'stavfel', recipient: 'x@example.se', subject: 'Om Närbarg', body: 'Hej' }
    await query.insert(outboxMails).values({ ...misspelt, createdAt: now })
    const found = await ask(superadministrator, 'närbarg')
    expect(found.mails?.items).toHaveLength(1)
    expect(found.people?.items.map(({ name }) => name).toSorted()).toEqual(['Fia Närberg', 'Nora Närberg'])
    expect(found.near).toBe(true)
  })

  test.each([ofDistrict, ofClub, ofCategory, ofOccasion, ofNothing, learner, guardian])(
    '%s finds none',
    async (name) => {
      for (const q of [String(invoiceNumber), String(receiptNumber), 'zonbesked', 'läkarzonintyg']) {
        const found = await ask(name, q)
        expect(
          groups.map((group) => found[group]),
          q,
        ).toEqual([null, null, null])
      }
    },
  )
})
