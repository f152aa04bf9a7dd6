import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { whereAndWhen } from '#api/foundation/notices/where-and-when.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { signUp } from '../../api/results/fixtures.ts'
import { createOccasionSet, loadBookedCount } from '../../api/tags/fixtures.ts'
import { createOccasion, createOpenOccasion } from '../../catalogue.ts'
import { database, type Person } from '../../portal.ts'
import { inDays, inHours } from '../../time.ts'
import {
  admin,
  changeOccasion,
  createReader,
  deliverMails,
  expectRising,
  host,
  loadFeed,
  loadResultId,
  prepareInvitations,
  putResult,
} from './fixtures.ts'

const { query } = database()

beforeAll(prepareInvitations)

describe('a sign-up by mail', () => {
  test('includes an invitation that equals the feed’s; a new time and a cancellation raise its sequence number', async () => {
    const person = await createReader()
    const { occasion } = await createOpenOccasion({
      city: 'Åmål',
      startsAt: new Date('2031-05-17T08:00:00Z'),
      endsAt: new Date('2031-05-17T15:00:00Z'),
    })
    expect((await signUp(person, occasion.id)).status).toBe(200)
    const [confirmed, ...more] = await deliverMails(person)
    expect([confirmed?.name, more]).toEqual(['signUpConfirmed', []])
    const [invited] = confirmed?.events ?? []
    expect(invited).toMatchObject({
      uid: `occasion-${occasion.id}@${host}`,
      method: 'REQUEST',
      status: 'CONFIRMED',
      location: 'Åmål',
      attendee: `mailto:${person.email}`,
      organizer: expect.stringContaining('@'),
      start: occasion.startsAt.toISOString(),
    })
    expect(await loadFeed(person)).toMatchObject([{ uid: invited?.uid, sequence: invited?.sequence }])
    const startDate = '2031-05-18T09:30:00.000Z'
    await changeOccasion(occasion.id, { startDate, endDate: '2031-05-18T15:00:00.000Z' })
    const [changed] = await deliverMails(person)
    expect(changed).toMatchObject({
      name: 'occasionChanged',
      events: [{ uid: invited?.uid, method: 'REQUEST', start: startDate }],
    })
    await admin.fetch('PUT', `/EducationPartOccasions/${occasion.id}/CancelOccasion`, {})
    const [canceled] = await deliverMails(person)
    expect(canceled).toMatchObject({
      name: 'occasionCanceled',
      events: [{ uid: invited?.uid, method: 'CANCEL', status: 'CANCELLED' }],
    })
    expectRising([invited, changed?.events[0], canceled?.events[0]].map((event) => event?.sequence))
    expect(await loadFeed(person)).toMatchObject([{ sequence: canceled?.events[0]?.sequence, status: 'CANCELLED' }])
  })

  test('that requires approval has no invitation until then; a refusal cancels the event', async () => {
    const person = await createReader()
    const { occasion } = await createOpenOccasion({ needsApproval: true })
    await signUp(person, occasion.id)
    expect(await deliverMails(person)).toEqual([])
    await putResult(admin, person, await loadResultId(person), { signUpDate: new Date() })
    expect(await deliverMails(person)).toMatchObject([{ name: 'signUpApproved', events: [{ method: 'REQUEST' }] }])
    const other = await createReader()
    await signUp(other, occasion.id)
    await putResult(admin, other, await loadResultId(other), { canceled: true })
    expect(await deliverMails(other)).toMatchObject([{ name: 'signUpRefused', events: [{ method: 'CANCEL' }] }])
  })

  test('that moves cancels one date and adds the other, in one e-mail', async () => {
    const person = await createReader()
    const { occasion, firstPartId } = await createOpenOccasion()
    const to = await createOccasion(firstPartId, { startsAt: inDays(50), endsAt: inDays(51) })
    await signUp(person, occasion.id)
    const [first] = await deliverMails(person)
    const moved = { occasionId: to.id, resultIds: [await loadResultId(person)] }
    await admin.fetch('PUT', `/EducationPartOccasions/${occasion.id}/participants/move`, moved)
    const letters = await deliverMails(person)
    expect(letters).toMatchObject([
      {
        name: 'signUpMoved',
        events: [
          { uid: first?.events[0]?.uid, method: 'CANCEL' },
          { uid: `occasion-${to.id}@${host}`, method: 'REQUEST' },
        ],
      },
    ])
    expectRising([first?.events[0]?.sequence, letters[0]?.events[0]?.sequence])
    expect(await loadFeed(person)).toMatchObject([{ uid: `occasion-${to.id}@${host}` }])
  })

  test('that is cancelled and booked again is notified each time, with a higher sequence number', async () => {
    const person = await createReader()
    const { occasion } = await createOpenOccasion()
    await signUp(person, occasion.id)
    const letters = await deliverMails(person)
    const id = await loadResultId(person)
    await putResult(person, person, id, { canceled: true })
    letters.push(...(await deliverMails(person)))
    await putResult(admin, person, id, { canceled: false })
    letters.push(...(await deliverMails(person)))
    await putResult(admin, person, id, { canceled: true })
    letters.push(...(await deliverMails(person)))
    expect(letters.map(({ name, events }) => [name, events[0]?.method])).toEqual([
      ['signUpConfirmed', 'REQUEST'],
      ['signUpWithdrawn', 'CANCEL'],
      ['signUpConfirmed', 'REQUEST'],
      ['signUpCanceled', 'CANCEL'],
    ])
    expectRising(letters.map(({ events }) => events[0]?.sequence))
    // A person's own action sends no notice.
    const noticeRows = await query.select().from(notices).where(eq(notices.userId, person.id))
    expect(noticeRows.map(({ kind }) => kind)).toEqual(['signUpConfirmed', 'signUpCanceled'])
  })

  test('of several days has a file for each; a removed day is cancelled', async () => {
    const person = await createReader()
    const now = new Date()
    const at = (count: number) => inDays(count, now)
    const session = (day: number) => ({ start: at(day).toISOString(), end: at(day + 0.1).toISOString() })
    const span = { startsAt: at(30), endsAt: at(44.1), sessions: [session(30), session(37), session(44)] }
    const { occasion } = await createOpenOccasion(span)
    await signUp(person, occasion.id)
    const uids = ['', '-2', '-3'].map((at) => `occasion-${occasion.id}${at}@${host}`)
    const [first] = await deliverMails(person)
    expect(first?.events.map(({ uid, method }) => [uid, method])).toEqual(uids.map((uid) => [uid, 'REQUEST']))
    await changeOccasion(occasion.id, { endDate: at(37.1), sessions: [session(30), session(37)] })
    const [second] = await deliverMails(person)
    expect(second?.events.map(({ uid, method }) => [uid, method])).toEqual([
      [uids[0], 'REQUEST'],
      [uids[1], 'REQUEST'],
      [uids[2], 'CANCEL'],
    ])
    expectRising([first?.events[2]?.sequence, second?.events[2]?.sequence])
  })

  test.each(['2031-03-30T00:30:00Z', '2031-03-30T01:00:00Z', '2031-10-26T00:30:00Z', '2031-10-26T01:15:00Z'])(
    'has the right time when the clocks change: %s',
    async (moment) => {
      const person = await createReader()
      const startsAt = new Date(moment)
      const { occasion } = await createOpenOccasion({ startsAt, endsAt: inHours(2, startsAt) })
      await signUp(person, occasion.id)
      expect((await deliverMails(person))[0]?.events[0]?.start).toBe(startsAt.toISOString())
    },
  )

  test('contains the facts at the time of sending', async () => {
    const person = await createReader()
    const { occasion } = await createOpenOccasion()
    await signUp(person, occasion.id)
    await changeOccasion(occasion.id, { city: 'Arvika', tellsParticipants: false })
    expect((await deliverMails(person))[0]?.events).toMatchObject([{ location: 'Arvika' }])
  })

  test('is not confirmed to a person who has declined confirmations, but a cancellation is', async () => {
    const person = await createReader()
    await person.fetch('PUT', '/Mails/choices', { topic: 'signUps', wanted: false })
    const { occasion } = await createOpenOccasion()
    await signUp(person, occasion.id)
    expect(await deliverMails(person)).toEqual([])
    await admin.fetch('PUT', `/EducationPartOccasions/${occasion.id}/CancelOccasion`, {})
    expect(await deliverMails(person)).toMatchObject([{ name: 'occasionCanceled', events: [{ method: 'CANCEL' }] }])
  })

  test('by another person is notified in the portal too; one that is registered afterwards is not', async () => {
    const person = await createReader()
    const { occasion, firstPartId } = await createOpenOccasion()
    const enter = (occasionId: number) =>
      admin.fetch('PUT', '/EducationPartOccasions/results', [{ userId: person.id, occasionId }])
    expect((await enter(occasion.id)).status).toBe(200)
    expect(await deliverMails(person)).toMatchObject([{ name: 'signUpConfirmed', events: [{ method: 'REQUEST' }] }])
    const kinds = async () =>
      (await query.select().from(notices).where(eq(notices.userId, person.id))).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['signUpConfirmed'])
    const id = await loadResultId(person)
    await query.update(educationPartResults).set({ canceled: true }).where(eq(educationPartResults.id, id))
    const past = await createOccasion(firstPartId, { startsAt: inDays(-3), endsAt: inDays(-2) })
    expect((await enter(past.id)).status).toBe(200)
    expect(await loadBookedCount(past.id)).toBe(1)
    expect(await deliverMails(person)).toEqual([])
    expect(await kinds()).toHaveLength(1)
  })
})

const firstLive = async (person: Person) => {
  const rows = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, person.id))
  return rows.find(({ canceled }) => !canceled)?.id
}

const filesIn = (letters: Awaited<ReturnType<typeof deliverMails>>) =>
  letters.map(({ events }) => events.map(({ uid, method }) => `${method} ${uid.split('@')[0]}`).sort())

test('a set is confirmed and cancelled in one e-mail with a file per day; a change of a day is a separate e-mail', async () => {
  const person = await createReader()
  const { ids } = await createOccasionSet([{}, {}, {}])
  await signUp(person, ids[1] ?? 0)
  expect(filesIn(await deliverMails(person))).toEqual([ids.map((id) => `REQUEST occasion-${id}`)])
  const [letter] = await query.select().from(outboxMails).where(eq(outboxMails.recipient, person.email))
  const rows = await query.select().from(occasions).where(inArray(occasions.id, ids))
  expect(rows).toHaveLength(3)
  for (const { startsAt, city, venue } of rows)
    expect(letter?.body).toContain(whereAndWhen({ startDate: startsAt, city, venue }, 'sv'))
  await changeOccasion(ids[0] ?? 0, { city: 'Arvika' })
  expect(filesIn(await deliverMails(person))).toEqual([[`REQUEST occasion-${ids[0]}`]])
  await admin.fetch('PUT', `/EducationPartOccasions/${ids[2]}/CancelOccasion`, {})
  await admin.fetch('PUT', `/EducationPartOccasions/${ids[2]}/CancelOccasion`, {})
  expect(filesIn(await deliverMails(person))).toEqual([[`CANCEL occasion-${ids[2]}`]])
  await putResult(person, person, (await firstLive(person)) ?? 0, { canceled: true })
  expect(filesIn(await deliverMails(person))).toEqual([[`CANCEL occasion-${ids[0]}`, `CANCEL occasion-${ids[1]}`]])
})

test('a decision about a set is sent in one e-mail', async () => {
  for (const [answer, name, method] of [
    [{ signUpDate: new Date() }, 'signUpApproved', 'REQUEST'],
    [{ canceled: true }, 'signUpRefused', 'CANCEL'],
  ] as const) {
    const person = await createReader()
    const { ids } = await createOccasionSet([{ needsApproval: true }, {}])
    await signUp(person, ids[0] ?? 0)
    expect(await deliverMails(person)).toEqual([])
    await putResult(admin, person, (await firstLive(person)) ?? 0, answer)
    const letters = await deliverMails(person)
    expect(letters.map((letter) => letter.name)).toEqual([name])
    expect(filesIn(letters)).toEqual([ids.map((id) => `${method} occasion-${id}`)])
  }
})

test('a new link to the meeting alone is sent to those who have a seat, once, with the link', async () => {
  const [person, waiting] = [await createReader(), await createReader()]
  const { occasion } = await createOpenOccasion()
  await signUp(person, occasion.id)
  const { occasion: approved } = await createOpenOccasion({ needsApproval: true })
  await signUp(waiting, approved.id)
  const [first] = await deliverMails(person)
  const onlineUrl = 'https://mote.example/ny'
  for (const id of [occasion.id, approved.id]) await changeOccasion(id, { onlineUrl })
  const [mail, ...more] = await deliverMails(person)
  expect([mail?.name, more]).toEqual(['meetingLinkChanged', []])
  expectRising([first?.events[0]?.sequence, mail?.events[0]?.sequence])
  const [letter] = await query.select().from(outboxMails).where(eq(outboxMails.name, 'meetingLinkChanged'))
  expect(letter).toMatchObject({ recipient: person.email, body: expect.stringContaining(onlineUrl) })
  expect(await deliverMails(waiting)).toEqual([])
  await changeOccasion(occasion.id, { onlineUrl })
  await changeOccasion(occasion.id, { onlineUrl: 'https://mote.example/tyst', tellsParticipants: false })
  expect(await deliverMails(person)).toEqual([])
  await changeOccasion(occasion.id, { onlineUrl, city: 'Arvika' })
  expect((await deliverMails(person)).map(({ name }) => name)).toEqual(['occasionChanged'])
})
