import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasAnyRole } from '#api/actor.ts'
import type { ReportSchedule } from '#api/office/report-schedules/contract.ts'
import { reportReceivers, reportSchedules } from '#api/office/report-schedules/table.ts'
import { emailChanges } from '#api/people/email-changes/table.ts'
import { users } from '#api/people/users/table.ts'
import { insertLicense } from '../../licenses.ts'
import type { Person } from '../../portal.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { insertParticipation } from '../../scope/participation.ts'
import { colleague, deliveriesOf, everyMonday, listSchedules, makeDue, query, runClock, saveView } from './fixtures.ts'

const licenseId = await insertLicense()
const own = await insertCourse('Alfa')
const actors = await createActors(own)
const owner = await colleague({ roles: { SuperAdministrator: {} } })
const lists = ['users', 'occasions', 'submissions'] as const
const schedules = new Map<string, string>()

/** Gives a person a confirmed e-mail address. */
async function addAddress({ id }: Person): Promise<void> {
  const [email, now] = [`aktor-${id}@test.example`, new Date()]
  await query.insert(emailChanges).values({
    id: email,
    userId: id,
    email,
    requestedByUserId: id,
    tokenHash: email,
    createdAt: now,
    expiresAt: now,
    confirmedAt: now,
  })
  await query.update(users).set({ email }).where(eq(users.id, id))
}

beforeAll(async () => {
  for (const { person } of actors) await addAddress(person)
  for (const clubId of [20, 21, 30])
    await insertParticipation(
      { clubId, course: own, occasionId: own.occasionIds[0], examId: own.examId },
      licenseId,
      false,
    )
  for (const list of lists) {
    const view = await saveView(owner, `Alla ${list}`, {
      list,
      query: list === 'occasions' ? 'startDate=' : '',
      isShared: true,
    })
    const id = `scope-${list}`
    await query.insert(reportSchedules).values({
      id,
      userId: owner.id,
      report: 'view',
      savedViewId: view,
      rhythm: everyMonday.rhythm,
      day: everyMonday.day,
      hour: everyMonday.hour,
      nextDueAt: new Date('2030-01-07T06:00:00Z'),
      createdAt: new Date(),
    })
    // Receivers of every kind, as if each had held a role when the schedule was made.
    for (const { person } of actors) await query.insert(reportReceivers).values({ scheduleId: id, userId: person.id })
    schedules.set(list, id)
    await makeDue(id)
  }
  await runClock()
}, 120_000)

/** Returns the total that the page of a list shows the person; null when the person may not open it. */
async function totalOf(list: (typeof lists)[number], fetch: (typeof actors)[number]['person']['fetch']) {
  const calls = {
    users: () => fetch('POST', '/User/filtered', {}),
    occasions: () => fetch('GET', '/EducationPartOccasions/filter/managed?pageSize=1'),
    submissions: () => fetch('POST', '/submissionAdmin', { statuses: [1, 2] }),
  }
  const response = await calls[list]()
  return response.ok ? (await response.json<{ total: number }>()).total : null
}

describe.each(actors.map((actor) => [actor.name, actor] as const))('%s', (_name, { person, roles }) => {
  test.each(lists)('gets the number of %s in the own scope, or nothing', async (list) => {
    const delivery = (await deliveriesOf(schedules.get(list) ?? '')).find(({ userId }) => userId === person.id)
    const total = await totalOf(list, person.fetch)
    if (total === null) expect(delivery).toMatchObject({ rowCount: null, messageId: null })
    else expect(delivery).toMatchObject({ outcome: 'sent', rowCount: total })
    if (total === null) expect(delivery?.outcome).toBe('role')
  })

  test('follows the link only to a list that the person may open', async () => {
    for (const list of lists) {
      const response = await person.fetch('GET', `/ReportSchedules/${schedules.get(list)}/target`)
      const mayOpen = (await totalOf(list, person.fetch)) !== null
      expect(response.status).toBe(mayOpen ? 200 : hasAnyRole({ roles }) ? 404 : 403)
    }
  })

  test('lists the schedules that the person gets, with no other receiver, except as a superadministrator', async () => {
    if (!hasAnyRole({ roles })) return expect((await person.fetch('GET', '/ReportSchedules')).status).toBe(403)
    const found = await listSchedules(person)
    expect(found.map(({ id }: ReportSchedule) => id).sort()).toEqual([...schedules.values()].sort())
    if ('SuperAdministrator' in roles) return
    for (const { receivers, canChange } of found) {
      expect(receivers.map(({ userId }) => userId)).toEqual([person.id])
      expect(canChange).toBe(false)
    }
  })

  test('reads the board report only as a superadministrator', async () => {
    const { status } = await person.fetch('GET', '/BoardReport?year=2026&quarter=1')
    expect(status).toBe('SuperAdministrator' in roles ? 200 : 403)
  })

  test('chooses among the views of lists that the person may open', async () => {
    const response = await person.fetch('GET', '/ReportSchedules/choices')
    if (!hasAnyRole({ roles })) return expect(response.status).toBe(403)
    const { views } = await response.json<{ views: { list: (typeof lists)[number] }[] }>()
    for (const list of lists)
      expect(views.some((one) => one.list === list)).toBe((await totalOf(list, person.fetch)) !== null)
  })
})
