import { expect, test } from 'vitest'
import { driverExamResponsibles } from '#api/catalogue/exams/table.ts'
import type { Clash } from '#api/catalogue/occasions/planning/contract.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import { features } from '#api/features.ts'
import { createOccasion } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { insertFederation } from '../../federation.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { inDays, inHours } from '../../time.ts'
import { createExam } from './fixtures.ts'

await insertFederation()
await configurePortal({ features: [...features] })
const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const startsAt = inDays(20)

const during = (start = startsAt) => ({ sessions: [{ start, end: inHours(2, start) }] })
const ask = (person: Person, question: object) => person.fetch('POST', '/EducationPartOccasions/clashes', question)
const clashesOf = async (person: Person, question: object) =>
  (await (await ask(person, { ...during(), ...question })).json<Clash[]>()).map(({ kind, id }) => `${kind} ${id}`)

test('an examiner is busy at an overlapping exam, as examiner or as responsible educator', async () => {
  const { exam, examiner } = await createExam({ startsAt })
  const assistant = await signedIn({ roles: { Educator: {} } })
  await query.insert(driverExamResponsibles).values({ driverExamId: exam.id, userId: assistant.id })
  for (const { id } of [examiner, assistant])
    expect(await clashesOf(office, { responsibleIds: [id] })).toEqual([`exam ${exam.id}`])
  const responsibleIds = [examiner.id]
  expect(await clashesOf(office, { responsibleIds, exceptExamId: exam.id })).toEqual([])
  expect(await clashesOf(office, { responsibleIds, ...during(inHours(4, startsAt)) })).toEqual([])
  expect(await clashesOf(office, { responsibleIds, exceptId: exam.id })).toEqual([`exam ${exam.id}`])
})

test('an examiner is busy at an overlapping occasion, and a venue at both; a cancelled exam is none', async () => {
  const place = { city: 'Karlstad', venue: `Bana ${crypto.randomUUID()}` }
  const { exam, examiner, education } = await createExam({ startsAt, ...place })
  const times = { startsAt, endsAt: inHours(2, startsAt) }
  const occasion = await createOccasion(education.firstPartId, { ...times, ...place })
  await query.insert(occasionResponsibles).values({ occasionId: occasion.id, userId: examiner.id })
  const both = [`exam ${exam.id}`, `occasion ${occasion.id}`]
  expect((await clashesOf(office, { responsibleIds: [examiner.id] })).sort()).toEqual(both)
  expect((await clashesOf(office, place)).sort()).toEqual(both)
  await createExam({ startsAt, ...place, canceledAt: new Date() })
  expect((await clashesOf(office, place)).sort()).toEqual(both)
})

test('an exam of an unpublished education clashes for those who may read it alone', async () => {
  const { exam, examiner } = await createExam({ startsAt }, { publishedAt: null })
  const question = { responsibleIds: [examiner.id] }
  const own = `exam ${exam.id}`
  expect(await clashesOf(office, question)).toEqual([own])
  expect(await clashesOf(examiner, question)).toEqual([own])
  for (const { name, person, roles } of await createActors(await insertCourse('Krockar'))) {
    const answer = await ask(person, { ...during(), ...question })
    const isEducator = 'Educator' in roles || 'Administrator' in roles || 'SuperAdministrator' in roles
    expect(answer.status, name).toBe(isEducator ? 200 : 403)
    if (!isEducator || 'SuperAdministrator' in roles || 'Administrator' in roles) continue
    expect(await answer.json(), name).toEqual([])
  }
})
