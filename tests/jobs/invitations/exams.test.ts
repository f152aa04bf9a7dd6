import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { createAdult, createExam, insertDriver } from '../../api/exams/fixtures.ts'
import { call, database, type Person } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { createReader, deliverMails, expectRising, host, loadFeed, prepareInvitations } from './fixtures.ts'

const { query } = database()

beforeAll(prepareInvitations)

const signUp = (path: string, { id, fetch: ask }: Person) => ask('POST', path, { userId: id, customAnswers: [] })

describe('an examination by mail', () => {
  test('is confirmed, changed and cancelled in the driver’s calendar, and not in the guardian’s', async () => {
    const scene = await createExam()
    const [driver, guardian] = [await createReader(), await createReader()]
    const uid = `exam-${scene.exam.id}@${host}`
    expect((await driver.fetch('POST', scene.path, { userId: driver.id, customAnswers: [] })).status).toBe(200)
    const letters = await deliverMails(driver)
    await query
      .update(educationPartResults)
      .set({ guardianUserId: guardian.id })
      .where(eq(educationPartResults.userId, driver.id))
    const read = await scene.examiner.fetch('GET', scene.path)
    const before = await bodyOf<object>(read)
    const changed = { ...before, city: 'Arvika' }
    expect((await scene.examiner.fetch('PUT', scene.path, changed)).status).toBe(200)
    letters.push(...(await deliverMails(driver)))
    expect((await scene.examiner.fetch('DELETE', scene.path)).status).toBe(204)
    letters.push(...(await deliverMails(driver)))
    expect(letters.map(({ name, events }) => [name, events[0]?.uid, events[0]?.method])).toEqual([
      ['signUpConfirmed', uid, 'REQUEST'],
      ['examChanged', uid, 'REQUEST'],
      ['examCanceled', uid, 'CANCEL'],
    ])
    expectRising(letters.map(({ events }) => events[0]?.sequence))
    expect((await deliverMails(guardian)).map(({ name, events }) => [name, events])).toEqual([
      ['examChanged', []],
      ['examCanceled', []],
    ])
    const guardianNotices = await query
      .select()
      .from(notices)
      .where(eq(notices.userId, guardian.id))
      .orderBy(notices.id)
    const [person] = await query.select().from(users).where(eq(users.id, driver.id))
    const name = `${person?.firstName} ${person?.lastName}`
    expect(guardianNotices.map(({ kind, values }) => [kind, values.child, values.context])).toEqual([
      ['examChanged', name, 'child'],
      ['examCanceled', name, 'child'],
    ])
  })

  test('from which the examiner removes a person is notified, and leaves the calendar', async () => {
    const scene = await createExam()
    const driver = await createReader()
    const { id } = await insertDriver(scene, driver)
    const [booked] = await loadFeed(driver)
    expect((await scene.examiner.fetch('DELETE', `${scene.path}/results/${driver.id}/${id}`)).status).toBe(204)
    const [letter] = await deliverMails(driver)
    expect(letter).toMatchObject({ name: 'signUpCanceled', events: [{ uid: booked?.uid, method: 'CANCEL' }] })
    expectRising([booked?.sequence, letter?.events[0]?.sequence])
  })

  test('that waited for a guardian is confirmed when there is one', async () => {
    const scene = await createExam()
    const child = await createReader({ birthOn: '2012-01-01' })
    await signUp(scene.path, child)
    expect(await deliverMails(child)).toEqual([])
    const { id: adultUserId } = await createAdult()
    const assigned = { adultUserId, childUserId: child.id }
    expect((await scene.examiner.fetch('PUT', `${scene.path}/assignguardian`, assigned)).status).toBe(200)
    expect(await deliverMails(child)).toMatchObject([{ name: 'signUpConfirmed', events: [{ method: 'REQUEST' }] }])
  })
})

test('the link to an exam works as one to an occasion, and opens no occasion with the same id', async () => {
  const scene = await createExam({ venue: 'Banan' })
  const driver = await createReader()
  const { id } = await insertDriver(scene, driver)
  const booked = await driver.fetch('GET', '/Calendar/FutureBookedCalendarItems')
  const [item] = await bodyOf<CalendarItem[]>(booked)
  const address = (item?.invitationUrl ?? '').replace('/api', '')
  const open = async (path: string) => {
    const response = await call(null)('GET', path)
    return { status: response.status, text: await response.text() }
  }
  const { text } = await open(address)
  expect(text).toContain('METHOD:PUBLISH')
  expect(text).toContain(`UID:exam-${scene.exam.id}@`)
  expect((await open(address.replace(/-exam(\d+)-/, '-$1-'))).status).toBe(404)
  await driver.fetch('DELETE', `${scene.path}/results/${driver.id}/${id}`)
  expect((await open(address)).text).toContain('METHOD:CANCEL')
})
