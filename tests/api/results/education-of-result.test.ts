import { beforeAll, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { Dashboard } from '#api/office/dashboard/contract.ts'
import { education, educationResult, occasion, part, partResult } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { createOccasionSet, prepareTags } from '../tags/fixtures.ts'

beforeAll(prepareTags)

const bookedEducation = async (person: Person) =>
  (await person.json<Dashboard>('GET', '/Dashboard')).booked[0]?.educationId

test('a booking without an education counts towards the one that the person is enrolled in', async () => {
  const partId = await part()
  await education({ title: 'Första', partIds: [partId] })
  const secondId = await education({ title: 'Andra', partIds: [partId] })
  const person = await signedIn()
  await educationResult({ userId: person.id, educationId: secondId })
  const occasionId = await occasion({ educationPartId: partId })
  await partResult({ userId: person.id, educationPartId: partId, occasionId })
  expect(await bookedEducation(person)).toBe(secondId)
  const { bookings } = await person.json<{ bookings: { educationId: number }[] }>('GET', `/user/${person.id}/Bookings`)
  expect(bookings.map(({ educationId }) => educationId)).toEqual([secondId])
})

test('a result without an education is read by the educator of its occasion’s education, and by no other', async () => {
  const partId = await part()
  const ids = [await education({ partIds: [partId] }), await education({ partIds: [partId] })]
  const educators: Person[] = []
  for (const educationId of ids) {
    const educator = await signedIn({ roles: { Educator: {} } })
    await database().query.insert(educationResponsibles).values({ educationId, userId: educator.id })
    educators.push(educator)
  }
  const { id: userId } = await signedIn()
  const occasionId = await occasion({ educationPartId: partId, educationId: ids[1] ?? 0 })
  await partResult({ userId, educationPartId: partId, occasionId })
  const path = `/EducationPartOccasions/results?ids=${occasionId}`
  const read = await Promise.all(educators.map((educator) => educator.json<object[]>('GET', path)))
  expect(read.map(({ length }) => length)).toEqual([0, 1])
})

test('a booking without an education counts towards a published one before an older draft', async () => {
  const partId = await part()
  await education({ partIds: [partId], published: false })
  const publishedId = await education({ partIds: [partId] })
  const person = await signedIn()
  const occasionId = await occasion({ educationPartId: partId })
  await partResult({ userId: person.id, educationPartId: partId, occasionId })
  expect(await bookedEducation(person)).toBe(publishedId)
})

test('a date of a set is listed under the education of its tag only', async () => {
  const { educationId, partIds, ids } = await createOccasionSet()
  const otherId = await education({ title: 'Annan', partIds })
  const person = await signedIn()
  const list = async (id: number) => {
    const path = `/EducationPartOccasions/filter?educationId=${id}`
    return (await person.json<{ id: number }[]>('GET', path)).map((one) => one.id)
  }
  expect(await list(educationId)).toEqual(ids)
  expect(await list(otherId)).toEqual([])
})
