import { beforeAll, expect, test } from 'vitest'
import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { listAuditEntries } from '../../audit.ts'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays, inHours } from '../../time.ts'
import { signUp } from '../results/fixtures.ts'
import { admin, createOccasionSet, prepareTags } from './fixtures.ts'

const base = '/EducationPartOccasions'

beforeAll(prepareTags)

const managed = (id: number) => admin.json<ManagedOccasion>('GET', `${base}/${id}/managed`)
const change = async (id: number, fields: object, person: Person = admin) => {
  const response = await person.fetch('PUT', base, { ...(await managed(id)), ...fields })
  const body = await bodyOf<{ code?: string; fields?: Record<string, string>; tagId?: number | null }>(response)
  return { status: response.status, ...body }
}
const made = async (educationPartId: number, tagId: number | null) => {
  const startDate = inDays(40)
  const endDate = inHours(1, startDate)
  const response = await admin.fetch('POST', base, { educationPartId, startDate, endDate, city: 'Åmål', tagId })
  return { status: response.status, body: await bodyOf<{ id: number; fields?: Record<string, string> }>(response) }
}

test('an occasion changes its tag in its form, and can be created with one', async () => {
  const { ids, tag, partIds, educationId } = await createOccasionSet()
  const [first = 0, second = 0] = ids
  expect(await change(first, { tagId: null })).toMatchObject({ status: 200, tagId: null })
  expect((await managed(second)).tagId).toBe(tag.id)
  expect(await change(first, { tagId: tag.id })).toMatchObject({ status: 200, tagId: tag.id })
  await change(first, { tagId: null })
  const { status, body } = await made(partIds[0] ?? 0, tag.id)
  expect([status, (await managed(body.id)).tagId]).toEqual([200, tag.id])
  // An edit without `tagId` leaves the tag unchanged.
  expect(await change(second, { tagId: undefined, city: 'Arvika' })).toMatchObject({ status: 200, tagId: tag.id })
  expect(educationId).toBeGreaterThan(0)
  const last = (await listAuditEntries('occasion')).findLast(({ targetId }) => targetId === String(second))
  expect(last?.data).toEqual({ before: { city: expect.any(String) }, after: { city: 'Arvika' } })
})

test('refuses two occasions of a part, one with participants, and a tag of another education', async () => {
  const { ids, tag, partIds } = await createOccasionSet()
  const other = await createOccasionSet()
  const [first = 0] = ids
  const free = await createOccasion(partIds[0] ?? 0)
  expect(await change(free.id, { tagId: tag.id })).toMatchObject({
    status: 409,
    code: 'tag_part_twice',
    fields: { tagId: expect.any(String) },
  })
  expect((await made(partIds[0] ?? 0, tag.id)).body.fields).toHaveProperty('tagId')
  expect(await change(first, { tagId: other.tag.id })).toMatchObject({
    status: 400,
    fields: { tagId: expect.any(String) },
  })
  await change(first, { tagId: null })
  await signUp(await signedIn(), free.id)
  expect(await change(free.id, { tagId: tag.id })).toMatchObject({
    status: 409,
    code: 'tag_occasion_booked',
    fields: { tagId: expect.any(String) },
  })
  expect((await managed(free.id)).tagId).toBeNull()
})

test('a person responsible for one occasion may change it, but not the occasions of its tag', async () => {
  const { ids, tag } = await createOccasionSet()
  const { firstPartId } = await createEducation()
  const [first = 0] = ids
  const named = await signedIn({ roles: { Educator: {} } })
  await change(first, { responsibleIds: [named.id] })
  expect(await change(first, { city: 'Arvika' }, named)).toMatchObject({ status: 200, tagId: tag.id })
  expect(await change(first, { tagId: null }, named)).toMatchObject({
    status: 400,
    fields: { tagId: expect.any(String) },
  })
  expect((await made(firstPartId, tag.id)).status).toBe(400)
})

test('tags have no effect without the feature', async () => {
  const { ids, tag } = await createOccasionSet()
  const [first = 0] = ids
  await change(first, { tagId: null })
  await configurePortal({ features: [] })
  expect(await change(first, { tagId: tag.id })).toMatchObject({ status: 400 })
  await configurePortal({ features: ['EducationPartTags'] })
})
