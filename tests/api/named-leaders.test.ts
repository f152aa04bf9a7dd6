import { beforeAll, expect, test } from 'vitest'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { category } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { type Person, signedIn } from '../portal.ts'
import { createExam, examsPath } from './exams/fixtures.ts'
import { createOccasionFixture } from './occasion-fixtures.ts'
import { readRefusal } from './results/fixtures.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })
const { educator, education, given } = await createOccasionFixture()
const colleague = await signedIn({ roles: { Educator: {} } })

const create = (who: Person, responsibleIds: number[]) =>
  who.fetch('POST', '/EducationPartOccasions', { ...given, responsibleIds })

function sendForm(path: string, name: string, body: object) {
  const form = new FormData()
  form.set(name, JSON.stringify(body))
  return educator.fetch('PUT', path, form)
}

const tooMany = [429, 'too_many_requests']

let occasion: Occasion
beforeAll(async () => {
  occasion = await (await create(educator, [educator.id])).json<Occasion>()
  for (let first = 1_000_000; first < 1_000_060; first += 20)
    expect(
      (
        await create(
          educator,
          Array.from({ length: 20 }, (_, at) => first + at),
        )
      ).status,
    ).toBe(400)
})

test('the leaders of an occasion whom an educator names by number count, existing or not', async () => {
  expect(await readRefusal(await create(educator, [colleague.id]))).toEqual(tooMany)
  expect((await create(educator, [educator.id, 1_000_000])).status).toBe(400)
  expect((await create(educator, [educator.id])).status).toBe(200)
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { id } = occasion
  const changed = { ...given, id, lastChange: occasion.lastChange, responsibleIds: [educator.id, colleague.id] }
  expect(await readRefusal(await educator.fetch('PUT', '/EducationPartOccasions', changed))).toEqual(tooMany)
  const stored = await (await office.fetch('PUT', '/EducationPartOccasions', changed)).json<Occasion>()
  const again = { ...changed, lastChange: stored.lastChange }
  expect((await educator.fetch('PUT', '/EducationPartOccasions', again)).status).toBe(200)
})

test('so do those of an education, its contact and those of a part', async () => {
  const read = await educator.json<Education>('GET', `/Educations/${education.id}`)
  const stored = { ...read, educationCategoryIds: [await category('Bana')] }
  for (const named of [{ responsibleIds: [colleague.id] }, { contactUserId: colleague.id }])
    expect(await readRefusal(await sendForm('/Educations', 'education', { ...stored, ...named }))).toEqual(tooMany)
  expect((await sendForm('/Educations', 'education', { ...stored, contactUserId: educator.id })).status).toBe(200)
  const part = await educator.json<EducationPart>('GET', `/EducationParts/${education.firstPartId}`)
  const named = { ...part, educationIds: [education.id], responsibleIds: [colleague.id] }
  expect(await readRefusal(await sendForm('/EducationParts', 'educationPart', named))).toEqual(tooMany)
})

test('and the examiners of an exam', async () => {
  const { examiner, exam, path } = await createExam()
  const body = {
    educationPartId: exam.educationPartId,
    educationId: exam.educationId,
    startDate: exam.startsAt,
    endDate: exam.endsAt,
    city: 'Karlstad',
    examinerId: examiner.id,
  }
  for (let first = 1_000_000; first < 1_000_060; first += 20) {
    const responsibleIds = Array.from({ length: 20 }, (_, at) => first + at)
    expect((await examiner.fetch('POST', examsPath, { ...body, responsibleIds })).status).toBe(400)
  }
  for (const named of [{ examinerId: colleague.id }, { responsibleIds: [colleague.id] }])
    expect(await readRefusal(await examiner.fetch('PUT', path, { ...body, ...named }))).toEqual(tooMany)
  expect((await examiner.fetch('PUT', path, body)).status).toBe(200)
})
