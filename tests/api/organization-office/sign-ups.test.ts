import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { MemberSignUpPreview, OpenOccasion } from '#api/office/organizations/sign-ups/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { createEducation, createOccasion, education, educationResult, part, partResult } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { clubAdministrator, member, office, staff } from './fixtures.ts'

const { query } = database()
await query.update(organizations).set({ canBeInvoiced: true })

interface SignUpBody {
  occasionId: number
  userIds: number[]
}

const preview = (person: Person, { occasionId, userIds }: SignUpBody) =>
  person.json<MemberSignUpPreview>('GET', `/Organization/20/signUps?occasionId=${occasionId}&userIds=${userIds.join()}`)
const signUp = (person: Person, chosen: SignUpBody, headers?: Record<string, string>) =>
  person.fetch('POST', '/Organization/20/signUps', chosen, headers)
const refusalOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const resultsOn = (occasionId: number) =>
  query.select().from(educationPartResults).where(eq(educationPartResults.occasionId, occasionId))

/** Creates an occasion that costs 450 kr, with so many seats. */
async function offer(maxParticipants: number | null = null, chosen: Parameters<typeof createEducation>[1] = {}) {
  const course = await createEducation([{}], { paymentMethods: [1], ...chosen })
  return createOccasion(course.firstPartId, { feeMinor: 45_000, paymentMethods: [1], maxParticipants })
}

describe('members are signed up', () => {
  test('all at once, with the fee on the club', async () => {
    const [nora, olle] = [await member('Ek', [20, 21]), await member('Fors')]
    const occasion = await offer()
    const chosen = { occasionId: occasion.id, userIds: [nora.id, olle.id] }
    expect(await preview(clubAdministrator, chosen)).toMatchObject({
      occasion: { occasionId: occasion.id, availableSpots: null },
      people: [
        { userId: nora.id, name: 'Nora Ek', fee: 450, refusal: null, needsApproval: false },
        { userId: olle.id, fee: 450, refusal: null },
      ],
      total: 900,
      availableSpots: null,
      together: [],
    })
    expect(await resultsOn(occasion.id)).toEqual([])
    expect((await signUp(clubAdministrator, chosen)).status).toBe(200)
    const rows = await resultsOn(occasion.id)
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toMatchObject({
        invoiceRecipientId: 20,
        feeAtSignUpMinor: 45_000,
        registeredByUserId: clubAdministrator.id,
        approvedByUserId: null,
      })
  })

  test('once when the same press is sent again', async () => {
    const nora = await member('Gran')
    const occasion = await offer()
    const chosen = { occasionId: occasion.id, userIds: [nora.id, nora.id] }
    const key = { 'idempotency-key': 'a1b2c3d4-0000-4000-8000-000000000001' }
    expect((await signUp(clubAdministrator, chosen, key)).status).toBe(200)
    expect((await signUp(clubAdministrator, chosen, key)).status).toBe(200)
    expect(await refusalOf(await signUp(clubAdministrator, chosen))).toEqual([409, 'already_signed_up'])
    expect(await resultsOn(occasion.id)).toHaveLength(1)
  })

  test('by the office by the same rules, as it does not organise here', async () => {
    const required = await education({ title: 'Grundkurs', partIds: [await part()] })
    const [ready, unready] = [await member('Hägg'), await member('Ivarsson')]
    await educationResult({ userId: ready.id, educationId: required, completed: true, completedAt: inDays(-10) })
    const occasion = await offer(null, { prerequisiteIds: [required] })
    const chosen = { occasionId: occasion.id, userIds: [ready.id, unready.id] }
    for (const person of [office, clubAdministrator])
      expect((await preview(person, chosen)).people).toMatchObject([
        { refusal: null, missing: [] },
        { refusal: 'prerequisites_missing', missing: ['Grundkurs'] },
      ])
    expect((await refusalOf(await signUp(office, chosen)))[1]).toBe('prerequisites_missing')
    expect(await resultsOn(occasion.id)).toEqual([])
  })
})

describe('nobody is signed up', () => {
  test('when there are fewer seats than members', async () => {
    const members = [await member('Ek'), await member('Fors')]
    const occasion = await offer(1)
    const chosen = { occasionId: occasion.id, userIds: members.map(({ id }) => id) }
    expect(await preview(clubAdministrator, chosen)).toMatchObject({ availableSpots: 1, people: [{}, {}] })
    expect(await refusalOf(await signUp(clubAdministrator, chosen))).toEqual([409, 'occasion_full'])
    expect(await resultsOn(occasion.id)).toEqual([])
  })

  test('of two groups that press at once for the same seats, except one', async () => {
    const groups = [
      [await member('A'), await member('B')],
      [await member('C'), await member('D')],
    ]
    const occasion = await offer(3)
    const answers = await Promise.all(
      groups.map((people) =>
        signUp(clubAdministrator, { occasionId: occasion.id, userIds: people.map(({ id }) => id) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await resultsOn(occasion.id)).toHaveLength(2)
  })

  test('when the club cannot be invoiced, or the fee is paid by card alone', async () => {
    const nora = await member('Ek')
    const byCard = await offer(null, { paymentMethods: [0] })
    await query
      .update(occasions)
      .set({ paymentMethods: [0] })
      .where(eq(occasions.id, byCard.id))
    const invoiced = await offer()
    expect((await preview(clubAdministrator, { occasionId: byCard.id, userIds: [nora.id] })).people[0]?.refusal).toBe(
      'fee',
    )
    await query.update(organizations).set({ canBeInvoiced: false }).where(eq(organizations.id, 20))
    const chosen = { occasionId: invoiced.id, userIds: [nora.id] }
    expect((await preview(clubAdministrator, chosen)).people).toMatchObject([{ refusal: 'fee' }])
    expect((await refusalOf(await signUp(clubAdministrator, chosen)))[1]).toBe('fee')
    await query.update(organizations).set({ canBeInvoiced: true })
  })

  test('who has a required question to answer', async () => {
    const nora = await member('Ek')
    const occasion = await offer(null, {
      customQuestions: [{ id: 1, text: 'Storlek?', type: 'text', options: [], required: true }],
    })
    const chosen = { occasionId: occasion.id, userIds: [nora.id] }
    expect((await preview(clubAdministrator, chosen)).people).toMatchObject([{ refusal: 'answers_missing' }])
    expect((await refusalOf(await signUp(clubAdministrator, chosen)))[1]).toBe('answers_missing')
  })

  test('who is signed up already', async () => {
    const nora = await member('Ek')
    const occasion = await offer()
    await partResult({ userId: nora.id, educationPartId: occasion.educationPartId, occasionId: occasion.id })
    const { people } = await preview(clubAdministrator, { occasionId: occasion.id, userIds: [nora.id] })
    expect(people).toMatchObject([{ refusal: 'already_signed_up' }])
  })
})

describe('only the own members', () => {
  const statuses = async (person: Person, chosen: SignUpBody) => [
    (await person.fetch('GET', `/Organization/20/signUps?occasionId=${chosen.occasionId}&userIds=${chosen.userIds}`))
      .status,
    (await signUp(person, chosen)).status,
  ]

  test('are signed up: one person of another club refuses all', async () => {
    const [own, foreign] = [await member('Ek'), await member('Ytter', [21])]
    const occasion = await offer()
    expect(await statuses(clubAdministrator, { occasionId: occasion.id, userIds: [own.id, foreign.id] })).toEqual([
      403, 403,
    ])
    expect(await resultsOn(occasion.id)).toEqual([])
  })

  test.each([
    ['the administrator of another club', { OrganizationAdmin: { Organization: [21] } }],
    ['an educator of one category', { Educator: { EducationCategory: [1] } }],
    ['a learner or guardian', {}],
  ])('are refused to %s', async (_name, roles) => {
    const occasion = await offer()
    const own = await member('Ek')
    expect(await statuses(await staff(roles), { occasionId: occasion.id, userIds: [own.id] })).toEqual([403, 403])
  })
})

test('open occasions are found by words of their course, without drafts and those that have begun', async () => {
  const course = await createEducation([{}], { title: 'Isracing för nybörjare' })
  const open = await createOccasion(course.firstPartId, { maxParticipants: 4, city: 'Åre' })
  await createOccasion(course.firstPartId, { startsAt: inDays(-1) })
  const draft = await createEducation([{}], { title: 'Isracing utkast', published: false, publishedAt: null })
  await createOccasion(draft.firstPartId)
  const found = await clubAdministrator.json<{ items: OpenOccasion[]; total: number }>(
    'GET',
    '/Organization/20/openOccasions?text=israc',
  )
  expect(found).toMatchObject({ total: 1, items: [{ occasionId: open.id, availableSpots: 4, city: 'Åre' }] })
})

test.each([
  ['without people', { occasionId: 1, userIds: [] }],
  ['without an occasion', { userIds: [1] }],
  ['with too many people', { occasionId: 1, userIds: Array.from({ length: 51 }, (_, at) => at + 1) }],
])('a sign-up %s is refused as input', async (_name, body) => {
  expect((await clubAdministrator.fetch('POST', '/Organization/20/signUps', body)).status).toBe(400)
})

test('an occasion that does not exist is not found', async () => {
  const nora = await signedIn({ organizationIds: [20], birthOn: '1990-01-01' })
  expect((await signUp(clubAdministrator, { occasionId: 999_999, userIds: [nora.id] })).status).toBe(404)
})
