import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { isEducatorLevel } from '#api/actor.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { insertFederation } from '../../federation.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { createActors } from '../../scope/actors.ts'
import { addOccasionResponsible, insertCourse, type ScopeCourse } from '../../scope/federation.ts'
import { attend, report } from './fixtures.ts'

await insertFederation()
const { query } = database()
const [own, foreign] = [await insertCourse('Alfa'), await insertCourse('Beta')]
const actors = await createActors(own)
const [led, unled] = own.occasionIds
const [other] = foreign.occasionIds

async function hold(course: ScopeCourse, occasionId: number, organizerOrganizationId: number) {
  const times = { startsAt: new Date('2026-03-14T08:00:00Z'), endsAt: new Date('2026-03-14T12:00:00Z') }
  await query
    .update(occasions)
    .set({ ...times, organizerOrganizationId })
    .where(eq(occasions.id, occasionId))
  for (let at = 0; at < 3; at += 1) await attend({ occasionId, educationPartId: course.classPartId })
}

beforeAll(async () => {
  await hold(own, led, 20)
  await hold(own, unled, 30)
  await hold(foreign, other, 20)
})

const scopes: Record<string, number[]> = {
  'an educator who leads one occasion': [led],
  'an educator who answers for one education': [led, unled],
  'an educator of one category': [led, unled],
  'an educator of one education role': [led, unled],
  'an educator of one category in one club': [led],
  'the administrator of one district': [led, other],
  'a superadministrator': [led, unled, other],
}

describe.each(actors.map((actor) => [actor.name, actor] as const))('%s', (name, { person, roles }) => {
  const scope = scopes[name] ?? []
  const ids = [led, unled, other]
  const period = 'from=2026-03-01&to=2026-03-31'

  test('lists and counts the occasions of the own scope', async () => {
    if (!isEducatorLevel({ roles })) {
      for (const path of ['/StudyReports', `/StudyReports/Occasions/${led}`, '/StudyReports/Files/some'])
        expect((await person.fetch('GET', path)).status).toBe(403)
      return
    }
    const found: number[] = []
    const counted: number[] = []
    for (const state of ['ready', 'lacking', 'reported']) {
      const { items, total } = await person.json<{ items: StudyOccasion[]; total: number }>(
        'GET',
        `/StudyReports?${period}&state=${state}`,
      )
      found.push(...items.map(({ occasionId }) => occasionId))
      counted.push(total)
    }
    expect(found.sort((a, b) => a - b)).toEqual(scope.toSorted((a, b) => a - b))
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(scope.length)
  })

  test('reads by id, and reports, only those', async () => {
    if (!isEducatorLevel({ roles })) return expect((await report(person, [led])).status).toBe(403)
    for (const id of ids) {
      const one = await person.json<StudyOccasion | null>('GET', `/StudyReports/Occasions/${id}`)
      expect(one?.occasionId ?? null).toBe(scope.includes(id) ? id : null)
      if (!scope.includes(id)) expect((await report(person, [id])).status).toBe(404)
    }
  })
})

test('a file and a report of another scope do not exist', async () => {
  const find = (name: string) => actors.find((one) => one.name === name)?.person ?? expect.fail(name)
  const [leader, district] = [find('an educator who leads one occasion'), find('the administrator of one district')]
  // It has a leader only from now on, so it was not ready before.
  await addOccasionResponsible(other, find('an educator of nothing').id)
  const { fileKey } = await bodyOf<{ fileKey: string }>(report(district, [other]))
  const statusOf = async (reader: Person) => (await reader.fetch('GET', `/StudyReports/Files/${fileKey}`)).status
  expect(await statusOf(district)).toBe(200)
  expect(await statusOf(leader)).toBe(404)
  const one = await district.json<StudyOccasion>('GET', `/StudyReports/Occasions/${other}`)
  const undo = `/StudyReports/${one.report?.id}/Undo`
  expect((await leader.fetch('POST', undo, { reason: 'Fel' })).status).toBe(404)
  expect((await district.fetch('POST', undo, { reason: 'Fel' })).status).toBe(204)
})

test('an administrator of one branch who is an educator too has what they lead in another', async () => {
  const both = await signedIn({ roles: { Educator: {}, Administrator: { Organization: [30] } } })
  const read = (id: number) => both.json<StudyOccasion | null>('GET', `/StudyReports/Occasions/${id}`)
  expect(await read(led)).toBeNull()
  await addOccasionResponsible(led, both.id)
  expect(await read(led)).toMatchObject({ occasionId: led })
  expect(await read(unled)).toMatchObject({ occasionId: unled })
  expect(await read(other)).toBeNull()
})
