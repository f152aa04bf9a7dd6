import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { maxMatchingParticipants } from '#api/participation/sign-ups/participants/rules.ts'
import { listAuditEntries } from '../audit.ts'
import { runBeforeWrite } from '../before-write.ts'
import { partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse, type ScopeCourse } from '../scope/federation.ts'
import { inDays } from '../time.ts'
import { readRefusal } from './results/fixtures.ts'

await insertFederation()

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const path = (occasionId: number, end = '') => `/EducationPartOccasions/${occasionId}/participants${end}`

/** Signs up members of the first three clubs, a child and one who cancelled for the first occasion of a course. */
async function insertParticipants(course: ScopeCourse) {
  const [occasionId] = course.occasionIds
  const people = [
    { firstName: 'Anna', organizationIds: [20] },
    { firstName: 'Bo', organizationIds: [21] },
    { firstName: 'Cia', organizationIds: [30] },
    { firstName: 'Disa', organizationIds: [20], birthOn: '2014-05-01' },
    { firstName: 'Egon', organizationIds: [20], canceled: true },
  ]
  const signedUp = []
  for (const { canceled = false, ...fields } of people) {
    const email = `${fields.firstName}-${occasionId}@urval.example`
    const person = await signedIn({ ...fields, lastName: 'Urval', email })
    const result = { userId: person.id, educationId: course.educationId, educationPartId: course.classPartId }
    const resultId = await partResult({ ...result, occasionId, signedUpAt: inDays(-5), canceled })
    signedUp.push({ person, resultId, name: fields.firstName })
  }
  return { occasionId, signedUp }
}

const mail = (person: Person, occasionId: number, filter: object, expectedCount: number, subject: string) =>
  person.fetch('POST', path(occasionId, '/mailMatching'), { filter, expectedCount, subject, text: 'Ta med hjälm.' })

const recipientsOf = async (subject: string) =>
  (await query.select().from(outboxMails).where(eq(outboxMails.subject, subject)))
    .map(({ recipient }) => recipient.split('-')[0])
    .sort()

test('each participant of a filter gets a mail, without those who cancelled, and it is recorded', async () => {
  const { occasionId, signedUp } = await insertParticipants(await insertCourse('Alfa'))
  expect(await (await mail(office, occasionId, {}, 4, 'Till alla')).json()).toEqual({ sent: 4, withoutAddress: [] })
  expect(await recipientsOf('Till alla')).toEqual(['Anna', 'Bo', 'Cia', 'Disa'])
  expect((await mail(office, occasionId, { text: ' cia URV' }, 1, 'Till en')).status).toBe(200)
  expect(await recipientsOf('Till en')).toEqual(['Cia'])
  await query
    .update(educationPartResults)
    .set({ attended: true })
    .where(eq(educationPartResults.id, signedUp[1]?.resultId ?? 0))
  expect((await mail(office, occasionId, { only: 'attended' }, 1, 'Till de närvarande')).status).toBe(200)
  expect(await recipientsOf('Till de närvarande')).toEqual(['Bo'])
  const [entry] = (await listAuditEntries('occasion')).filter(({ data }) => data['subject'] === 'Till en')
  expect(entry).toMatchObject({ action: 'occasion.mailed', data: { userIds: [signedUp[2]?.person.id] } })
})

test('nothing is mailed or moved when the number differs from the one that was seen', async () => {
  const course = await insertCourse('Beta')
  const { occasionId, signedUp } = await insertParticipants(course)
  expect(await readRefusal(await mail(office, occasionId, {}, 3, 'För få'))).toEqual([409, 'selection_changed'])
  expect(await recipientsOf('För få')).toEqual([])
  const move = (expectedCount: number) =>
    office.fetch('PUT', path(occasionId, '/moveMatching'), {
      filter: {},
      expectedCount,
      occasionId: course.occasionIds[1],
    })
  expect(await readRefusal(await move(5))).toEqual([409, 'selection_changed'])
  await query
    .update(educationPartResults)
    .set({ completed: true, completedAt: inDays(-1) })
    .where(eq(educationPartResults.id, signedUp[0]?.resultId ?? 0))
  const [first, second] = await Promise.all([move(3), move(3)])
  expect([first.status, second.status].toSorted()).toEqual([200, 409])
  const moved = await (first.ok ? first : second).json<Participant[]>()
  expect(moved.map(({ name }) => name)).toEqual(['Bo Urval', 'Cia Urval', 'Disa Urval'])
  expect((await office.json<Participant[]>('GET', path(occasionId))).map(({ name }) => name)).toEqual([
    'Anna Urval',
    'Egon Urval',
  ])
})

const overtakes = {
  'cancels it': (id: number) =>
    query.update(educationPartResults).set({ canceled: true }).where(eq(educationPartResults.id, id)),
  'completes it': (id: number) =>
    query
      .update(educationPartResults)
      .set({ completed: true, completedAt: inDays(-1) })
      .where(eq(educationPartResults.id, id)),
  'removes it': (id: number) => query.delete(educationPartResults).where(eq(educationPartResults.id, id)),
}

test.each(Object.entries(overtakes))(
  'a move is refused, and records and notifies nothing, when somebody %s before the write',
  async (name, overtake) => {
    const course = await insertCourse(`Zeta ${name}`)
    const { occasionId, signedUp } = await insertParticipants(course)
    const live = signedUp.slice(0, 4)
    const isOne = name === 'removes it'
    const resultIds = live.slice(0, isOne ? 1 : 4).map(({ resultId }) => resultId)
    const answer = await runBeforeWrite(
      /insert into "audit_entries"/,
      () => overtake(resultIds[0] ?? 0),
      () =>
        office.fetch('PUT', path(occasionId, '/moveMatching'), {
          filter: isOne ? { text: 'Anna' } : {},
          expectedCount: resultIds.length,
          occasionId: course.occasionIds[1],
        }),
    )
    expect(await readRefusal(answer)).toEqual([409, 'changed_meanwhile'])
    const moves = (await listAuditEntries('result')).filter(({ action }) => action === 'result.moved')
    expect(moves.filter(({ targetId }) => resultIds.includes(Number(targetId)))).toEqual([])
    const userIds = live.map(({ person }) => person.id)
    expect(await query.select().from(notices).where(inArray(notices.userId, userIds))).toEqual([])
    const rows = await query.select().from(educationPartResults).where(inArray(educationPartResults.id, resultIds))
    expect(rows.filter((row) => row.occasionId !== occasionId)).toEqual([])
  },
)

test('more participants than one call takes are refused as invalid', async () => {
  const { occasionId } = await insertParticipants(await insertCourse('Gamma'))
  expect((await mail(office, occasionId, {}, maxMatchingParticipants + 1, 'För många')).status).toBe(400)
  expect((await mail(office, occasionId, {}, 0, 'Ingen')).status).toBe(400)
})

test('a filter selects nobody outside of the caller’s scope', async () => {
  const course = await insertCourse('Delta')
  const { occasionId } = await insertParticipants(course)
  const { occasionId: foreignId } = await insertParticipants(await insertCourse('Epsilon'))
  for (const { name, person, roles } of await createActors(course)) {
    const listed = await person.fetch('GET', path(occasionId))
    const seen = listed.ok ? (await listed.json<Participant[]>()).filter(({ canceled }) => !canceled) : []
    if (!listed.ok) expect((await mail(person, occasionId, {}, 4, name)).status, name).toBe(listed.status)
    if (listed.ok && seen.length < 4)
      expect(await readRefusal(await mail(person, occasionId, {}, 4, name)), name).toEqual([409, 'selection_changed'])
    if (seen.length > 0) expect((await mail(person, occasionId, {}, seen.length, name)).status, name).toBe(200)
    expect(await recipientsOf(name), name).toEqual(seen.map((participant) => participant.name.split(' ')[0]).sort())
    if ('SuperAdministrator' in roles || 'Administrator' in roles || 'OrganizationAdmin' in roles) continue
    expect((await mail(person, foreignId, {}, 4, `främmande ${name}`)).ok, name).toBe(false)
    expect(await recipientsOf(`främmande ${name}`), name).toEqual([])
  }
})
