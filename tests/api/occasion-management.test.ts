import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import { updateOccasion } from '#api/catalogue/occasions/management/storage.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { createEducation, createOccasion, holdOccasion } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inMinutes } from '../time.ts'
import {
  callOccasions,
  createOccasionFixture,
  isoInDays,
  type OccasionFixture,
  signUpPeople,
} from './occasion-fixtures.ts'

const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

let educator: OccasionFixture['educator']
let education: OccasionFixture['education']
let given: OccasionFixture['given']
beforeEach(async () => {
  ;({ educator, education, given } = await createOccasionFixture())
})

test('an occasion is created with all its fields, requires approval as its part does, and is fully visible to its organisers', async () => {
  const { status, body } = await callOccasions(educator, 'POST', '', {
    ...given,
    description: '<p>Ta med <script>x</script></p>',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    city: 'Karlstad',
    fee: 250.5,
    needsApproval: true,
    isOnline: true,
    availableSpots: 12,
    responsibleIds: [educator.id],
    description: '<p>Ta med </p>',
  })
  const managed = await callOccasions(educator, 'GET', `/${body.id}/managed`)
  expect(managed.body).toMatchObject({ onlineUrl: 'https://mote.example/1', pendingCount: 0 })
  expect((await callOccasions(await signedIn({ roles: { Educator: {} } }), 'GET', `/${body.id}/managed`)).status).toBe(
    403,
  )
  expect((await listAuditEntries('occasion'))[0]).toMatchObject({
    action: 'occasion.created',
    targetId: String(body.id),
  })
})

test('several are created at once, all or none, in the given order', async () => {
  const weekly = [0, 7, 14].map((later) => ({
    ...given,
    startDate: isoInDays(30 + later),
    endDate: isoInDays(30 + later, 2),
  }))
  const { body } = await callOccasions<Occasion[]>(educator, 'POST', '/several', weekly)
  expect(body.map(({ startDate }) => startDate)).toEqual(weekly.map(({ startDate }) => startDate))
  const wrong = await callOccasions(educator, 'POST', '/several', [
    weekly[0],
    { ...weekly[1], responsibleIds: [999_999] },
  ])
  expect(wrong.body.fields).toEqual({ '1.responsibleIds': expect.any(String) })
})

test('a change that arrives while the occasion is cancelled is refused, and nothing of it is stored', async () => {
  const { body } = await callOccasions(educator, 'POST', '', given)
  const input = OccasionInput.parse({ ...given, id: body.id, city: 'Arvika', lastChange: body.lastChange })
  // Between the read and the write of the change.
  await callOccasions(educator, 'PUT', `/${body.id}/CancelOccasion`, {})
  const commit = database().commit(updateOccasion(database(), body.id, { ...input, responsibleIds: [] }, new Date()))
  await expect(commit).rejects.toMatchObject({ text: 'changed_meanwhile' })
  const [stored] = await query.select().from(occasions).where(eq(occasions.id, body.id))
  expect(stored).toMatchObject({ city: 'Karlstad', canceledAt: expect.any(Date) })
})

test('each invalid field is named, and only managers create or change it', async () => {
  const wrong = await callOccasions(educator, 'POST', '', {
    ...given,
    endDate: isoInDays(29),
    lastSignUpDate: isoInDays(31),
    onlineUrl: 'http://osäker',
    city: ' ',
    maxParticipants: 0,
  })
  expect(wrong.status).toBe(400)
  expect(Object.keys(wrong.body.fields)).toEqual(expect.arrayContaining(['onlineUrl', 'city', 'maxParticipants']))
  const dates = await callOccasions(educator, 'POST', '', {
    ...given,
    endDate: isoInDays(29),
    lastSignUpDate: isoInDays(31),
  })
  expect(dates.body.fields).toEqual({
    endDate: 'Slutet måste vara efter början.',
    lastSignUpDate: 'Dagen måste vara före tillfällets början.',
  })
  const digital = await callOccasions(educator, 'POST', '', { ...given, educationPartId: education.partIds[1] })
  expect(digital.body.fields).toHaveProperty('educationPartId')
  expect((await callOccasions(await signedIn(), 'POST', '', given)).status).toBe(403)
  expect((await callOccasions(await signedIn({ roles: { Educator: {} } }), 'POST', '', given)).status).toBe(403)
})

test('a change is refused with an old version, below the bookings, to another part with participants, and when cancelled', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0, needsApproval: false })
  const seen = { ...given, id: made.id, fee: 0, lastChange: made.lastChange }
  const answers = await Promise.all([
    callOccasions(educator, 'PUT', '', { ...seen, city: 'Arvika' }),
    callOccasions(superadministrator, 'PUT', '', { ...seen, city: 'Kil' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await signUpPeople(made, 2)
  const below = await callOccasions(educator, 'PUT', '', { ...seen, lastChange: null, maxParticipants: 1 })
  expect(below).toMatchObject({
    status: 409,
    body: { code: 'occasion_max_below_booked', fields: { maxParticipants: 'Det finns redan fler anmälda än så.' } },
  })
  const other = await createEducation()
  const moved = await callOccasions(superadministrator, 'PUT', '', {
    ...seen,
    lastChange: null,
    educationPartId: other.firstPartId,
  })
  expect(moved.body.fields).toHaveProperty('educationPartId')
  await callOccasions(educator, 'PUT', `/${made.id}/CancelOccasion`)
  expect((await callOccasions(educator, 'PUT', '', { ...seen, lastChange: null })).body.code).toBe('occasion_canceled')
})

test('participants are notified of a new time once, when the organiser wants it', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const [one] = await signUpPeople(made, 1)
  const seen = { ...given, fee: 0, id: made.id, startDate: isoInDays(40), endDate: isoInDays(41) }
  await callOccasions(educator, 'PUT', '', { ...seen, city: 'Karlstad' })
  await drainJobs()
  const listNotices = async () => (await query.select().from(notices)).filter(({ userId }) => userId === one?.person.id)
  expect((await listNotices()).map(({ kind }) => kind)).toEqual(['signUpConfirmed'])
  await callOccasions(educator, 'PUT', '', { ...seen, city: 'Arvika', tellsParticipants: true })
  await drainJobs()
  await drainJobs()
  expect((await listNotices()).map(({ kind }) => kind)).toEqual(['signUpConfirmed', 'occasionChanged'])
})

test('cancelling removes all participants and notifies each once, also for two concurrent requests, except completed ones', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0, maxParticipants: 60 })
  const signedUp = await signUpPeople(made, 3)
  const done = signedUp[0]
  // It is under way.
  await holdOccasion(made.id, 0.01)
  await callOccasions(educator, 'PUT', '/results', [
    { resultId: done?.resultId, userId: done?.person.id, completed: true },
  ])
  expect((await callOccasions(await signedIn(), 'PUT', `/${made.id}/CancelOccasion`)).status).toBe(403)
  const cancel = () => callOccasions(educator, 'PUT', `/${made.id}/CancelOccasion`, { message: 'För få anmälda' })
  expect((await Promise.all([cancel(), cancel()])).map(({ status }) => status)).toEqual([200, 200])
  expect((await cancel()).body).toMatchObject({ canceled: true, canceledReason: 'För få anmälda' })
  await drainJobs()
  const { body: left } = await callOccasions<Participant[]>(educator, 'GET', `/${made.id}/participants`)
  expect(left.map(({ canceled }) => canceled)).toEqual([false, true, true])
  const recorded = (await listAuditEntries('occasion')).filter(({ action }) => action === 'occasion.canceled')
  expect(recorded.filter(({ targetId }) => targetId === String(made.id))).toHaveLength(1)
  const letters = (await query.select().from(outboxMails)).filter(
    ({ subject, recipient }) => subject.startsWith('Inställt') && recipient.includes(`-${made.id}@`),
  )
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual([
    `d1-${made.id}@test.example`,
    `d2-${made.id}@test.example`,
  ])
  expect(letters[0]?.body).toContain('Arrangören skriver: För få anmälda')
  const late = await callOccasions(superadministrator, 'PUT', '/results', [
    { userId: (await signedIn()).id, occasionId: made.id },
  ])
  expect(late.body.code).toBe('occasion_canceled')
})

test('a past occasion cannot be cancelled: its participants remain and are not notified', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  await signUpPeople(made, 1)
  const startsAt = new Date(Date.now() - 7_200_000)
  await query.update(occasions).set({ startsAt, endsAt: new Date() }).where(eq(occasions.id, made.id))
  expect((await callOccasions(educator, 'PUT', `/${made.id}/CancelOccasion`)).body.code).toBe('occasion_over')
  const { body: left } = await callOccasions<Participant[]>(educator, 'GET', `/${made.id}/participants`)
  expect(left.map(({ canceled }) => canceled)).toEqual([false])
  await query
    .update(occasions)
    .set({ endsAt: inMinutes(1) })
    .where(eq(occasions.id, made.id))
  expect((await callOccasions(educator, 'PUT', `/${made.id}/CancelOccasion`)).status).toBe(200)
})

test('the participants are listed for organisers only, with contact details', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  await signUpPeople(made, 2)
  const { body } = await callOccasions<Participant[]>(educator, 'GET', `/${made.id}/participants`)
  expect(body).toMatchObject([
    { name: expect.stringContaining('Deltagare 0'), email: `d0-${made.id}@test.example`, canceled: false },
    { name: expect.stringContaining('Deltagare 1') },
  ])
  expect(
    (await callOccasions(await signedIn({ roles: { Educator: {} } }), 'GET', `/${made.id}/participants`)).status,
  ).toBe(403)
  expect((await callOccasions(await signedIn(), 'GET', `/${made.id}/participants`)).status).toBe(403)
})

test('people are moved all or none, only within the part, and are notified', async () => {
  const { body: from } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const { body: to } = await callOccasions(educator, 'POST', '', {
    ...given,
    fee: 0,
    maxParticipants: 1,
    startDate: isoInDays(50),
    endDate: isoInDays(51),
  })
  const signedUp = await signUpPeople(from, 2)
  const move = (resultIds: (number | undefined)[], occasionId: number, as = educator) =>
    callOccasions<Participant[]>(as, 'PUT', `/${from.id}/participants/move`, { resultIds, occasionId })
  const ids = signedUp.map(({ resultId }) => resultId)
  expect((await move(ids, to.id)).body.code).toBe('occasion_full')
  expect((await callOccasions<Participant[]>(educator, 'GET', `/${from.id}/participants`)).body).toHaveLength(2)
  const moved = await move([ids[0]], to.id)
  expect(moved.body).toMatchObject([{ resultId: ids[0], occasionId: to.id }])
  expect((await move([ids[0]], to.id)).status).toBe(404)
  const elsewhere = await createOccasion((await createEducation()).firstPartId)
  expect((await move([ids[1]], elsewhere.id, superadministrator)).body.code).toBe('other_part')
  await drainJobs()
  const noticeRows = (await query.select().from(notices)).filter(({ userId }) => userId === signedUp[0]?.person.id)
  expect(noticeRows.map(({ kind }) => kind)).toEqual(['signUpConfirmed', 'signUpMoved'])
})

test('an e-mail goes to each of the chosen separately, and people without an address or account are reported', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const signedUp = await signUpPeople(made, 2)
  const silent = await signedIn({ lastName: 'Tyst' })
  const closed = await signedIn({ lastName: 'Stängd', email: 'stangd@example.se' })
  const { body: added } = await callOccasions<Participant[]>(superadministrator, 'PUT', '/results', [
    { userId: silent.id, occasionId: made.id },
    { userId: closed.id, occasionId: made.id },
  ])
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, closed.id))
  const resultIds = [...signedUp, ...added].map(({ resultId }) => resultId)
  const letter = { resultIds, subject: 'Packlista', text: 'Ta med hjälm.' }
  const { body } = await callOccasions<{ sent: number; withoutAddress: string[] }>(
    educator,
    'POST',
    `/${made.id}/participants/mail`,
    letter,
  )
  expect(body.sent).toBe(2)
  expect(body.withoutAddress.toSorted()).toEqual([expect.stringContaining('Stängd'), expect.stringContaining('Tyst')])
  const letters = (await query.select().from(outboxMails)).filter(({ subject }) => subject === 'Packlista')
  expect(letters).toHaveLength(2)
  expect(letters[0]?.body).toContain('Ta med hjälm.')
  const foreign = await callOccasions(educator, 'POST', `/${made.id}/participants/mail`, {
    ...letter,
    resultIds: [999_999],
  })
  expect(foreign.status).toBe(404)
})
