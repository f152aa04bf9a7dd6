import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { maxStrangersPerDay } from '#api/participation/sign-ups/participants/limit-strangers.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../audit.ts'
import { createEducation, educationResult, requireEducation } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { callOccasions, createOccasionFixture, type OccasionFixture, signUpPeople } from './occasion-fixtures.ts'

const { query } = database()

let educator: OccasionFixture['educator']
let education: OccasionFixture['education']
let given: OccasionFixture['given']
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
  const unnamed = { userId: free.id, name: null, organizationNames: [] }
  expect((await find()).body.slice(0, 2)).toMatchObject([
    { ...unnamed, mayInvite: true },
    { ...unnamed, refusal: 'Personen står redan i listan.', mayInvite: false },
  ])
  await educationResult({ userId: free.id, educationId: education.id })
  const { body } = await find()
  expect(body.map(({ userId }) => userId)).toEqual([free.id, free.id, one?.person.id, null, null])
  expect(body.map(({ refusal }) => refusal)).toEqual([
    null,
    'Personen står redan i listan.',
    'Redan anmäld.',
    'Raden passar ingen som du får anmäla, eller fler än en.',
    'Raden passar ingen som du får anmäla, eller fler än en.',
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
  // A line that repeats a person outside the scope is as unknown as the first.
  const lines = ['nara', 'fjarran', 'fjarran'].map((name) => `${name}-${made.id}@test.example`)
  const found = await callOccasions<unknown[]>(limited, 'POST', `/${made.id}/participants/find`, { lines })
  const unknown = {
    userId: null,
    name: null,
    organizationNames: [],
    refusal: 'Raden passar ingen som du får anmäla, eller fler än en.',
  }
  expect(found.body).toMatchObject([{ userId: own.id, refusal: null }, unknown, unknown])
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

test('the matches of people outside reach are recorded once and limited by the day', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const find = async (...lines: string[]) => {
    const path = `/${made.id}/participants/find`
    const { status, body } = await callOccasions<{ code?: string }>(educator, 'POST', path, { lines })
    return [status, body.code]
  }
  const [first, second] = [`lista-1-${made.id}@test.example`, `lista-2-${made.id}@test.example`]
  const stranger = await signedIn({ email: first })
  await signedIn({ email: second })
  // All but one of the people whom the day allows.
  const before = Array.from({ length: maxStrangersPerDay - 1 }, (_, index) => 900_000 + index)
  await query.run(sql`insert into audit_entries (at, user_id, action, target_type, target_id, data, request_id)
    select ${new Date().toISOString()}, ${educator.id}, 'user.matched', 'user', cast(matched.value as text), '{}', 'earlier'
    from json_each(${JSON.stringify(before)}) matched`)
  expect(await find(first)).toEqual([200, undefined])
  expect(await find(first, 'ingen@test.example')).toEqual([200, undefined])
  expect(await find(second)).toEqual([429, 'too_many_requests'])
  const recorded = (await listAuditEntries('user')).filter(
    ({ action, userId, targetId }) =>
      action === 'user.matched' && userId === educator.id && targetId === String(stranger.id),
  )
  expect(recorded).toHaveLength(1)
})
