import { beforeEach, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { createEducation, educationResult, requireEducation } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { callOccasions, createOccasionFixture, signUpPeople } from './occasion-fixtures.ts'

const { query } = database()

type Scene = Awaited<ReturnType<typeof createOccasionFixture>>
let educator: Scene['educator']
let education: Scene['education']
let given: Scene['given']
beforeEach(async () => {
  ;({ educator, education, given } = await createOccasionFixture())
})

test('each line of a pasted list returns the matching person and the obstacles', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const [one] = await signUpPeople(made, 1)
  const free = await signedIn({ email: 'ledig@test.example', externalPersonId: 'IID77', lastName: 'Ledig' })
  await signedIn({ email: 'delad@test.example' })
  await signedIn({ email: 'delad@test.example' })
  const lines = [
    'LEDIG@test.example',
    'IID77',
    `d0-${made.id}@test.example`,
    'delad@test.example',
    'ingen@test.example',
  ]
  const find = () =>
    callOccasions<{ userId: number | null; refusal: string | null }[]>(
      educator,
      'POST',
      `/${made.id}/participants/find`,
      {
        lines,
      },
    )
  expect((await find()).body[0]).toMatchObject({ userId: free.id, name: null, organizationNames: [], mayInvite: true })
  await educationResult({ userId: free.id, educationId: education.id })
  const { body } = await find()
  expect(body.map(({ userId }) => userId)).toEqual([free.id, free.id, one?.person.id, null, null])
  expect(body.map(({ refusal }) => refusal)).toEqual([
    null,
    'Personen står redan i listan.',
    'Redan anmäld.',
    'Ingen, eller fler än en, passar in på raden.',
    'Ingen, eller fler än en, passar in på raden.',
  ])
})

test('a pasted list reveals nothing about people outside the caller’s scope, and a single club is the invoice recipient', async () => {
  const club = { type: 2 as const, canBeInvoiced: true, createdAt: new Date(), changedAt: new Date() }
  const clubs = await query
    .insert(organizations)
    .values([
      { ...club, id: 901, name: 'Nära MK', path: '/901/' },
      { ...club, id: 902, name: 'Fjärran MK', path: '/902/' },
    ])
    .returning({ id: organizations.id })
  const [near = 0, far = 0] = clubs.map(({ id }) => id)
  const limited = await signedIn({ roles: { Educator: { Organization: [near] } } })
  await query.insert(educationResponsibles).values({ educationId: education.id, userId: limited.id })
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 300 })
  const own = await signedIn({ email: `nara-${made.id}@test.example`, organizationIds: [near] })
  await signedIn({ email: `fjarran-${made.id}@test.example`, organizationIds: [far] })
  await educationResult({ userId: own.id, educationId: education.id })
  const lines = [`nara-${made.id}@test.example`, `fjarran-${made.id}@test.example`]
  const found = await callOccasions<unknown[]>(limited, 'POST', `/${made.id}/participants/find`, { lines })
  expect(found.body).toMatchObject([
    { userId: own.id, refusal: null },
    { userId: null, name: null, organizationNames: [], refusal: 'Ingen, eller fler än en, passar in på raden.' },
  ])
  const added = await callOccasions<Participant[]>(limited, 'PUT', '/results', [
    { userId: own.id, occasionId: made.id },
  ])
  expect(added.body).toMatchObject([{ invoiceRecipientId: near, feeAtSignUp: 300 }])
})

test('a full name matches somebody whom the caller may sign up, whichever name is first, and nobody else', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const own = await signedIn({ firstName: 'Åsa Maria', lastName: `Öberg${made.id}` })
  await educationResult({ userId: own.id, educationId: education.id })
  await signedIn({ firstName: 'Fjärran', lastName: `Öberg${made.id}` })
  const lines = [`åsa maria öberg${made.id}`, `Öberg${made.id} Åsa  Maria`, `Fjärran Öberg${made.id}`]
  const found = await callOccasions<{ userId: number | null }[]>(educator, 'POST', `/${made.id}/participants/find`, {
    lines,
  })
  expect(found.body.map(({ userId }) => userId)).toEqual([own.id, own.id, null])
})

test('a missing prerequisite is a warning with its title, for a line and for a chosen person', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const before = await createEducation([{}], { title: 'Först denna' })
  await requireEducation(education.id, before.id)
  const email = `saknar-${made.id}@test.example`
  const own = await signedIn({ email })
  const other = await signedIn()
  await educationResult({ userId: own.id, educationId: education.id })
  const path = `/${made.id}/participants/find`
  type FoundLines = { userId: number | null; name: string | null; refusal: string | null; missing: string[] }[]
  const { body: byLine } = await callOccasions<FoundLines>(educator, 'POST', path, { lines: [email] })
  expect(byLine).toMatchObject([{ userId: own.id, refusal: null, missing: ['Först denna'] }])
  const { body: byId } = await callOccasions<FoundLines>(educator, 'POST', path, { userIds: [own.id, other.id] })
  expect(byId).toMatchObject([
    { userId: own.id, refusal: null, missing: ['Först denna'] },
    { userId: other.id, name: null, missing: [], mayInvite: true },
  ])
})
