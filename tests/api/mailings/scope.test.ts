import { expect, test } from 'vitest'
import { dayFromNow, insertCycle, insertLicense } from '../../licenses.ts'
import { callOccasions, createOccasionFixture, signUpPeople } from '../occasion-fixtures.ts'
import { member, preview, send, staff, statusOf } from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })
const administrator = await staff({ Administrator: {} })
const branchAdministrator = await staff({ Administrator: { Organization: [20] } })
const clubAdministrator = await staff({ OrganizationAdmin: { Organization: [20] } }, [20])
const otherEducator = await staff({ Educator: {} })
const learner = await member()
const { educator, given } = await createOccasionFixture()

test('only those who organise the occasion write to its participants, cancelled sign-ups excepted', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const [first, second] = await signUpPeople(made, 2)
  await callOccasions(educator, 'PUT', '/results', [
    { userId: second?.person.id, resultId: second?.resultId, canceled: true },
  ])
  const audience = { kind: 'occasion' as const, occasionId: made.id }
  const shown = await preview(educator, audience, { subject: '{{tillfälle}}', text: '{{plats}} {{datum}}' })
  expect(shown).toMatchObject({ total: 1, first: [{ userId: first?.person.id }], withoutAddress: 0 })
  expect(shown.mail?.text).toContain('Bergvik, Karlstad')
  expect(await statusOf(otherEducator, audience)).toBe(403)
  expect(await statusOf(clubAdministrator, audience)).toBe(403)
  expect(await statusOf(learner, audience)).toBe(403)
  expect(await statusOf(office, audience)).toBe(200)
  const absent = { ...audience, resultIds: [999_999] }
  expect((await preview(educator, absent)).total).toBe(0)
})

test('selected people are those of the list of users: a club administrator reaches the club', async () => {
  const [inside, outside] = [await member({ organizationIds: [20] }), await member({ organizationIds: [30] })]
  const audience = { kind: 'users' as const, userIds: [inside.id, outside.id] }
  expect((await preview(office, audience)).total).toBe(2)
  expect((await preview(clubAdministrator, audience)).first).toMatchObject([{ userId: inside.id }])
  expect((await preview(branchAdministrator, audience)).total).toBe(1)
  expect(await statusOf(educator, audience)).toBe(403)
  expect(await statusOf(learner, audience)).toBe(403)
})

test('holders whose licence ends in the period, for superadministrators as their list is', async () => {
  const licenseId = await insertLicense()
  const holder = await member()
  const later = await member()
  const cycle = { licenseId, validFromOn: dayFromNow(-30) }
  await insertCycle({ ...cycle, userId: holder.id, validToOn: dayFromNow(10) })
  await insertCycle({ ...cycle, userId: later.id, validToOn: dayFromNow(90) })
  const audience = { kind: 'licenseHolders' as const, licenseId, endsFrom: dayFromNow(0), endsTo: dayFromNow(30) }
  const shown = await preview(office, audience, { subject: '{{licens}}', text: 'Går ut {{slutdatum}}' })
  expect(shown).toMatchObject({ total: 1, first: [{ userId: holder.id }], mail: { subject: 'Licens' } })
  expect(shown.mail?.text).toMatch(/Går ut \d/)
  for (const person of [administrator, educator, clubAdministrator, learner])
    expect(await statusOf(person, audience)).toBe(403)
})

test('club administrators, for administrators within their branch', async () => {
  const audience = { kind: 'clubAdministrators' as const, organizationId: null }
  const all = await preview(office, audience)
  expect(all.first.map(({ userId }) => userId)).toContain(clubAdministrator.id)
  const near = await preview(branchAdministrator, audience)
  expect(near.first.map(({ userId }) => userId)).toEqual([clubAdministrator.id])
  expect((await preview(office, { ...audience, organizationId: 30 })).first).toEqual([])
  for (const person of [educator, clubAdministrator, learner]) expect(await statusOf(person, audience)).toBe(403)
})

test('an author sees their own mailings, a superadministrator all; others can neither cancel nor resend', async () => {
  const reader = await member({ organizationIds: [20] })
  const mailing = await send(clubAdministrator, { kind: 'users', userIds: [reader.id] })
  const listed = async (person: typeof office) =>
    (await person.json<{ items: { id: string }[] }>('GET', '/Mailings')).items.some(({ id }) => id === mailing.id)
  expect(await Promise.all([clubAdministrator, office, administrator].map(listed))).toEqual([true, true, false])
  expect((await administrator.fetch('PUT', `/Mailings/${mailing.id}/cancel`)).status).toBe(404)
  expect((await administrator.fetch('POST', `/Mailings/${mailing.id}/resend`)).status).toBe(404)
  expect((await learner.fetch('GET', '/Mailings')).status).toBe(403)
})
