import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { MemberSignUpPreview } from '#api/office/organizations/sign-ups/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { toPair } from '../../guardians.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { createOccasionSet, loadBookedCount, prepareTags } from '../tags/fixtures.ts'
import { clubAdministrator, member, staff } from './fixtures.ts'

const { query } = database()
await query.update(organizations).set({ canBeInvoiced: true })

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id)
const preview = (occasionId: number, ...people: Person[]) =>
  clubAdministrator.json<MemberSignUpPreview>(
    'GET',
    `/Organization/20/signUps?occasionId=${occasionId}&userIds=${idsOf(people)}`,
  )

async function signUp(by: Person, occasionId: number, ...people: Person[]) {
  const response = await by.fetch('POST', '/Organization/20/signUps', { occasionId, userIds: idsOf(people) })
  return response.ok ? 'done' : (await response.json<{ code: string }>()).code
}

const resultsOf = (people: readonly Person[]) =>
  query
    .select()
    .from(educationPartResults)
    .where(inArray(educationPartResults.userId, idsOf(people)))
const recipients = async (...addresses: string[]) =>
  (await query.select().from(outboxMails).where(inArray(outboxMails.recipient, addresses)))
    .map(({ recipient, name }) => `${recipient} ${name}`)
    .sort()
const invoiced = { feeMinor: 45_000, paymentMethods: [1] as 1[] }

describe('a minor', () => {
  const bornOn = `${new Date().getFullYear() - 14}-01-01`

  /** Creates a child of the club with so many guardians. */
  async function createChild(guardianCount: number) {
    const child = await signedIn({ firstName: 'Milo', organizationIds: [20], birthOn: bornOn })
    const guardians: Person[] = []
    for (let index = 0; index < guardianCount; index++) {
      const email = `vardnadshavare-${child.id}-${index}@test.example`
      const guardian = await signedIn({ firstName: 'Helena', birthOn: '1983-05-01', email })
      const now = new Date()
      const link = { createdByUserId: guardian.id, createdAt: now, confirmedAt: now, relation: 'parent' as const }
      await query.insert(guardianLinks).values({ ...toPair(guardian, child), ...link })
      guardians.push(guardian)
    }
    return { child, guardians }
  }

  const openFrom = async (guardianRequiredUnderAge: number | null) =>
    (await createOpenOccasion(invoiced, { guardianRequiredUnderAge })).occasion.id

  test.each([
    [0, 'guardian_required'],
    [2, 'guardian_required'],
  ])('with %i guardians is refused where one is to be named', async (count, code) => {
    const [{ child }, occasionId] = [await createChild(count), await openFrom(18)]
    expect((await preview(occasionId, child)).people).toMatchObject([{ refusal: code }])
    expect(await signUp(clubAdministrator, occasionId, child)).toBe(code)
    expect(await resultsOf([child])).toEqual([])
  })

  test('with one guardian is signed up with that one, who is notified; the club pays', async () => {
    const [{ child, guardians }, occasionId] = [await createChild(1), await openFrom(18)]
    expect((await preview(occasionId, child)).people).toMatchObject([{ refusal: null, fee: 450 }])
    expect(await signUp(clubAdministrator, occasionId, child)).toBe('done')
    const guardianUserId = guardians[0]?.id
    expect(await resultsOf([child])).toMatchObject([{ guardianUserId, invoiceRecipientId: 20 }])
    const address = `vardnadshavare-${child.id}-0@test.example`
    expect(await recipients(address)).toHaveLength(1)
  })

  test.each([0, 1, 2])('with %i guardians is signed up where none is needed', async (count) => {
    const [{ child, guardians }, occasionId] = [await createChild(count), await openFrom(null)]
    expect((await preview(occasionId, child)).people).toMatchObject([{ refusal: null }])
    expect(await signUp(clubAdministrator, occasionId, child)).toBe('done')
    const addresses = guardians.map((_, index) => `vardnadshavare-${child.id}-${index}@test.example`)
    expect(await recipients(...addresses)).toHaveLength(count)
  })
})

test('occasions that a tag ties together are signed up to together, all or none', async () => {
  await prepareTags()
  const { ids } = await createOccasionSet([invoiced, { ...invoiced, maxParticipants: 1 }], { paymentMethods: [1] })
  const [first = 0, second = 0] = ids
  const [nora, olle] = [await member('Ek'), await member('Fors')]
  expect(await preview(first, nora, olle)).toMatchObject({
    people: [
      { refusal: null, fee: 900 },
      { refusal: null, fee: 900 },
    ],
    total: 1800,
    together: [{ occasionId: second, availableSpots: 1 }],
    availableSpots: 1,
  })
  expect(await signUp(clubAdministrator, first, nora, olle)).toBe('occasion_full')
  expect(await resultsOf([nora, olle])).toEqual([])
  expect(await signUp(clubAdministrator, first, nora)).toBe('done')
  expect((await resultsOf([nora])).map(({ occasionId }) => occasionId).sort()).toEqual([first, second].sort())
  expect(await loadBookedCount(second)).toBe(1)
})

test('the administrator of the district signs members of a club up, and each member is notified once', async () => {
  const district = await staff({ Administrator: { Organization: [2] } })
  const people = await Promise.all(
    ['Ek', 'Fors'].map((lastName) =>
      signedIn({ lastName, email: `${lastName}@test.example`, organizationIds: [20], birthOn: '1990-01-01' }),
    ),
  )
  const { occasion } = await createOpenOccasion(invoiced)
  expect(await signUp(district, occasion.id, ...people)).toBe('done')
  const rows = await resultsOf(people)
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toMatchObject({ registeredByUserId: district.id, invoiceRecipientId: 20 })
  expect(await recipients('Ek@test.example', 'Fors@test.example')).toEqual([
    'Ek@test.example signUpConfirmed',
    'Fors@test.example signUpConfirmed',
  ])
  for (const { id } of people) expect(await query.$count(notices, eq(notices.userId, id))).toBe(1)
  expect(await query.$count(notices, eq(notices.userId, district.id))).toBe(0)
})

test('nobody is notified of a sign-up that is refused', async () => {
  const [nora, olle] = await Promise.all(
    ['Vak', 'Vik'].map((lastName) =>
      signedIn({ lastName, email: `${lastName}@test.example`, organizationIds: [20], birthOn: '1990-01-01' }),
    ),
  )
  if (!nora || !olle) throw new Error('the members were not created')
  const { occasion } = await createOpenOccasion({ ...invoiced, maxParticipants: 1 })
  expect(await signUp(clubAdministrator, occasion.id, nora, olle)).toBe('occasion_full')
  expect(await recipients('Vak@test.example', 'Vik@test.example')).toEqual([])
})
