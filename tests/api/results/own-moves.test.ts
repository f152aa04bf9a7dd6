import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { send } from '../payments/fixtures.ts'
import { createParty } from '../waiting-list/fixtures.ts'
import { readRefusal, resultsPath } from './fixtures.ts'

const { query } = database()

const listNotices = async ({ id }: Person) =>
  (await query.select().from(notices).where(eq(notices.userId, id)).orderBy(notices.id)).map(({ kind }) => kind)

async function createDates(second: Parameters<typeof createOccasion>[1] = {}) {
  const education = await createEducation([{}])
  const from = await createOccasion(education.firstPartId, { maxParticipants: 2 })
  return {
    from,
    to: await createOccasion(education.firstPartId, { startsAt: inDays(40), endsAt: inDays(41), ...second }),
  }
}

async function book(person: Person, occasionId: number, userId = person.id): Promise<number> {
  const [result] = await person.json<{ resultId: number }[]>('PUT', resultsPath, [{ userId, occasionId }])
  return result?.resultId ?? 0
}

interface BookedOccasion {
  from: number
  to: number
  resultId: number
  userId: number
}

const move = (person: Person, { from, to, resultId, userId }: BookedOccasion) =>
  person.fetch('PUT', `/EducationPartOccasions/${from}/results/${userId}/${resultId}/move`, { occasionId: to })

async function createBooked(second: Parameters<typeof createOccasion>[1] = {}) {
  const { from, to } = await createDates(second)
  const person = await signedIn()
  const resultId = await book(person, from.id)
  return { person, booked: { from: from.id, to: to.id, resultId, userId: person.id } }
}

test('a learner moves a booking to another date, and the seat becomes free', async () => {
  const { person, booked } = await createBooked()
  expect((await move(person, booked)).status).toBe(200)
  const rows = await query.select().from(occasions)
  expect(rows.find(({ id }) => id === booked.from)?.bookedCount).toBe(0)
  expect(rows.find(({ id }) => id === booked.to)?.bookedCount).toBe(1)
})

test('a move to a date with approval is pending again', async () => {
  const { person, booked } = await createBooked({ needsApproval: true })
  expect(await (await move(person, booked)).json()).toMatchObject({ occasionId: booked.to, signUpDate: null })
})

test('a move to a full, more expensive, tagged or other date is refused, as is one after the last day to cancel', async () => {
  const full = await createBooked({ maxParticipants: 0 })
  expect(await readRefusal(await move(full.person, full.booked))).toEqual([409, 'occasion_full'])
  const dear = await createBooked({ feeMinor: 10_000 })
  expect(await readRefusal(await move(dear.person, dear.booked))).toEqual([409, 'move_price'])
  const other = await createBooked()
  const elsewhere = await createOccasion((await createEducation([{}])).firstPartId)
  // A part of another education is not found in the education of the booking.
  const moved = await move(other.person, { ...other.booked, to: elsewhere.id })
  expect(await readRefusal(moved)).toEqual([404, 'not_found'])
  const late = await createBooked()
  await query
    .update(occasions)
    .set({ lastCancelAt: inDays(-1) })
    .where(eq(occasions.id, late.booked.from))
  expect(await readRefusal(await move(late.person, late.booked))).toEqual([409, 'cancel_closed'])
})

test('a booking that was cancelled with its occasion is reinstated on another date', async () => {
  const { person, booked } = await createBooked()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  await office.json('PUT', `/EducationPartOccasions/${booked.from}/CancelOccasion`, {})
  expect((await move(person, booked)).status).toBe(200)
  const [row] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, booked.resultId))
  expect(row).toMatchObject({ canceled: false, occasionId: booked.to })
})

test('a guardian moves a child, and nobody else does', async () => {
  const { parent: helena, children } = await createParty(1)
  const milo = children[0] as Person
  const { from, to } = await createDates()
  const booked = { from: from.id, to: to.id, userId: milo.id, resultId: await book(helena, from.id, milo.id) }
  expect(await readRefusal(await move(await signedIn(), booked))).toEqual([403, 'not_allowed'])
  expect((await move(helena, booked)).status).toBe(200)
  expect(await readRefusal(await move(helena, booked))).toEqual([404, 'not_found'])
  // Of the sign-up and of the move.
  expect(await listNotices(milo)).toEqual(['signUpConfirmed', 'signUpConfirmed'])
})

test('a child who moves a booking and its guardian are notified of the new date', async () => {
  const { parent: helena, children } = await createParty(1)
  const milo = children[0] as Person
  const { from, to } = await createDates({ city: 'Arvika' })
  const resultId = await book(milo, from.id)
  expect((await move(milo, { from: from.id, to: to.id, userId: milo.id, resultId })).status).toBe(200)
  const [, moved] = await query.select().from(notices).where(eq(notices.userId, helena.id))
  expect(moved).toMatchObject({
    kind: 'signUpConfirmed',
    values: { child: expect.stringContaining('Milo'), context: 'child' },
  })
  expect(moved?.values).toMatchObject({ places: expect.stringContaining('Arvika') })
  expect(moved?.path).toContain(`occasion=${to.id}&person=${milo.id}`)
})

test('a person whom an organiser removes is notified, and so is a guardian, except of a sign-up that was cancelled', async () => {
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { parent: helena, children } = await createParty(1)
  const milo = children[0] as Person
  const { from, to } = await createDates({ needsApproval: true })
  const remove = async (occasionId: number) => {
    const resultId = await book(milo, occasionId)
    const path = `/EducationPartOccasions/${occasionId}/results/${milo.id}/${resultId}`
    return { resultId, path, status: (await office.fetch('DELETE', path)).status }
  }
  expect((await remove(from.id)).status).toBe(204)
  expect((await remove(to.id)).status).toBe(204)
  const kinds = ['signUpCanceled', 'signUpRefused']
  for (const person of [milo, helena])
    expect((await listNotices(person)).filter((kind) => kinds.includes(kind))).toEqual(kinds)
  const resultId = await book(milo, from.id)
  await milo.json('PUT', resultsPath, [{ resultId, userId: milo.id, canceled: true }])
  expect(
    (await office.fetch('DELETE', `/EducationPartOccasions/${from.id}/results/${milo.id}/${resultId}`)).status,
  ).toBe(204)
  expect((await listNotices(milo)).filter((kind) => kinds.includes(kind))).toEqual(kinds)
})

/**
 * Opens a database whose batches that delete a sign-up wait for each other, so that both requests have read the row.
 */
function withSimultaneousRemovals(count: number) {
  const all = Promise.withResolvers<void>()
  let arrived = 0
  const openSession = (bookmark?: string) => {
    let isRemoving = false
    return new Proxy(env.DB.withSession(bookmark), {
      get(session, name) {
        if (name === 'prepare')
          return (text: string) => {
            isRemoving ||= text.startsWith('delete from "education_part_results"')
            return session.prepare(text)
          }
        if (name === 'batch')
          return async (statements: D1PreparedStatement[]) => {
            if (isRemoving) arrived += 1
            if (arrived === count) all.resolve()
            if (isRemoving) await all.promise
            return session.batch(statements)
          }
        return session.getBookmark.bind(session)
      },
    })
  }
  return new Proxy(env.DB, { get: () => openSession })
}

test('of two organisers who remove one sign-up at once, one succeeds, and it is recorded and notified once', async () => {
  const office = [1, 2].map(() => signedIn({ roles: { SuperAdministrator: {} } }))
  const [milo, { from }] = [await signedIn(), await createDates()]
  const path = `/EducationPartOccasions/${from.id}/results/${milo.id}/${await book(milo, from.id)}`
  const settings = { DB: withSimultaneousRemovals(2) }
  const removers = await Promise.all(office)
  const answers = await Promise.all(removers.map((one) => send(one, ['DELETE', path], { settings })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  expect((await listNotices(milo)).filter((kind) => kind === 'signUpCanceled')).toHaveLength(1)
  const removed = await query.select().from(auditEntries).where(eq(auditEntries.action, 'result.removed'))
  expect(removed.filter(({ userId }) => removers.some(({ id }) => id === userId))).toHaveLength(1)
})

test('a move costs no more than was charged, whatever the date that it leaves costs by now', async () => {
  const dear = await createBooked({ feeMinor: 10_000 })
  await query.update(occasions).set({ feeMinor: 10_000 }).where(eq(occasions.id, dear.booked.from))
  expect(await readRefusal(await move(dear.person, dear.booked))).toEqual([409, 'move_price'])
})
