import { expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { MoveTarget, Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { userOrganizations } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { callOccasions, createOccasionFixture, isoInDays, signUpPeople } from './occasion-fixtures.ts'
import { readRefusal } from './results/fixtures.ts'

await insertFederation()
const { educator, education, given } = await createOccasionFixture()
const stranger = await signedIn({ roles: { Educator: {} } })

const create = async (fields: object = {}) =>
  (await callOccasions(educator, 'POST', '', { ...given, fee: 0, maxParticipants: 60, ...fields })).body

const listTargets = async (id: number, person: Person = educator) =>
  (await callOccasions<MoveTarget[]>(person, 'GET', `/${id}/participants/moveTargets`)).body

const cancel = (id: number, moveTo: object) =>
  educator.fetch('PUT', `/EducationPartOccasions/${id}/CancelOccasion`, { message: 'Snö', moveTo })

const listNames = async (id: number) =>
  (await callOccasions<Participant[]>(educator, 'GET', `/${id}/participants`)).body
    .filter(({ canceled }) => !canceled)
    .map(({ name, feeAtSignUp }) => `${name.split(' ').slice(1).join(' ')} ${feeAtSignUp}`)

test('a cancelled occasion moves the first to sign up to another date with the fee kept, and names the others', async () => {
  const made = await create()
  const signedUp = await signUpPeople(made, 3)
  const small = await create({ startDate: isoInDays(40), endDate: isoInDays(40, 6), maxParticipants: 2, fee: 900 })
  const targets = await listTargets(made.id)
  const target = targets.find(({ occasionId }) => occasionId === small.id)
  expect(target).toMatchObject({ fits: 2, others: [expect.stringContaining('Deltagare 2')] })
  expect(await readRefusal(await cancel(made.id, { occasionId: small.id, expectedCount: 3 }))).toEqual([
    409,
    'selection_changed',
  ])
  expect(await listNames(made.id)).toHaveLength(3)
  const body = { occasionId: small.id, expectedCount: 2 }
  const answers = await Promise.all([cancel(made.id, body), cancel(made.id, body)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await (await cancel(made.id, body)).json<Occasion>()).toMatchObject({ canceled: true, canceledReason: 'Snö' })
  expect(await listNames(small.id)).toEqual(['Deltagare 0 0', 'Deltagare 1 0'])
  expect(await listNames(made.id)).toEqual([])
  await drainJobs()
  const moves = (await listAuditEntries('result')).filter(({ action }) => action === 'result.moved')
  const ids = signedUp.map(({ resultId }) => String(resultId))
  expect(moves.map(({ targetId }) => targetId).filter((id) => ids.includes(id))).toHaveLength(2)
})

test('nothing is cancelled when the date to move to is of another part, cancelled, or not the caller’s', async () => {
  const made = await create()
  await signUpPeople(made, 1)
  const canceled = await create({ startDate: isoInDays(50), endDate: isoInDays(50, 6) })
  await callOccasions(educator, 'PUT', `/${canceled.id}/CancelOccasion`, {})
  const foreign = await createOccasionFixture()
  const { body: other } = await callOccasions(foreign.educator, 'POST', '', foreign.given)
  expect((await listTargets(made.id)).map(({ occasionId }) => occasionId)).not.toContain(canceled.id)
  for (const [occasionId, code] of [
    [canceled.id, 'occasion_canceled'],
    [made.id, 'other_part'],
    [other.id, 'not_allowed'],
  ])
    expect((await readRefusal(await cancel(made.id, { occasionId, expectedCount: 1 })))[1]).toBe(code)
  expect(await listNames(made.id)).toHaveLength(1)
  for (const person of [stranger, await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })])
    expect((await callOccasions(person, 'GET', `/${made.id}/participants/moveTargets`)).status).toBe(403)
})

test('a move that is repeated after a lost answer answers like the first time', async () => {
  const [made, other] = [await create(), await create({ startDate: isoInDays(41), endDate: isoInDays(41, 6) })]
  await signUpPeople(made, 2)
  const move = () =>
    educator.fetch(
      'PUT',
      `/EducationPartOccasions/${made.id}/participants/moveMatching`,
      { filter: {}, expectedCount: 2, occasionId: other.id },
      { 'idempotency-key': `move-${made.id}` },
    )
  const [first, second] = [await move(), await move()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await second.json()).toEqual(await first.json())
})

test('a move is refused on an occasion that has been cancelled without it, or with another date', async () => {
  const made = await create()
  await signUpPeople(made, 1)
  const [first, second] = [
    await create({ startDate: isoInDays(60), endDate: isoInDays(60, 6) }),
    await create({ startDate: isoInDays(61), endDate: isoInDays(61, 6) }),
  ]
  expect((await cancel(made.id, { occasionId: first.id, expectedCount: 1 })).status).toBe(200)
  expect(await readRefusal(await cancel(made.id, { occasionId: second.id, expectedCount: 1 }))).toEqual([
    409,
    'occasion_canceled',
  ])
  expect((await cancel(made.id, { occasionId: first.id, expectedCount: 1 })).status).toBe(200)
  expect(await listNames(second.id)).toEqual([])
})

test('people whom the caller does not see are counted, and are cancelled with the occasion', async () => {
  const { query } = database()
  const clubEducator = await signedIn({ roles: { Educator: { Organization: [20] } } })
  await query.insert(educationResponsibles).values({ educationId: education.id, userId: clubEducator.id })
  const [made, other] = [await create(), await create({ startDate: isoInDays(42), endDate: isoInDays(42, 6) })]
  const [member] = await signUpPeople(made, 3)
  await query.insert(userOrganizations).values({ userId: member?.person.id ?? 0, organizationId: 20 })
  const isOther = ({ occasionId }: MoveTarget) => occasionId === other.id
  expect((await listTargets(made.id)).find(isOther)).toMatchObject({ fits: 3, others: [], unlisted: 0 })
  expect((await listTargets(made.id, clubEducator)).find(isOther)).toMatchObject({ fits: 1, others: [], unlisted: 2 })
  const body = { moveTo: { occasionId: other.id, expectedCount: 1 } }
  expect((await clubEducator.fetch('PUT', `/EducationPartOccasions/${made.id}/CancelOccasion`, body)).status).toBe(200)
  expect(await listNames(made.id)).toEqual([])
  expect(await listNames(other.id)).toHaveLength(1)
})
