import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { educationResponsibles, educations } from '#api/catalogue/educations/table.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { roleExtensions, userRoles } from '#api/people/roles/table.ts'
import { createEducation, createOccasion, educationResult, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { inDays, inHours } from '../time.ts'

const { query } = database()
await insertFederation()

/** Creates a participant of an education that no other test of the file uses. */
async function participant(options: { minAge?: number; startsAt?: Date } = {}) {
  const { startsAt = inDays(7), ...rules } = options
  const { id, firstPartId } = await createEducation([{}], rules)
  const anna = await signedIn({
    firstName: 'Anna',
    birthOn: '2014-05-01',
    organizationIds: [20],
    phone: '070-1234567',
    email: `anna-${id}@example.se`,
    externalPersonId: `IID${id}`,
    lastLoginAt: new Date(),
  })
  const day = await createOccasion(firstPartId, { startsAt, endsAt: inHours(1, startsAt) })
  await partResult({ userId: anna.id, educationId: id, educationPartId: firstPartId, occasionId: day.id })
  await educationResult({ userId: anna.id, educationId: id, completed: true, completedAt: inDays(-1) })
  const elsewhere = await createEducation([{}], { title: 'Någon annanstans' })
  await educationResult({ userId: anna.id, educationId: elsewhere.id, completed: true, completedAt: inDays(-1) })
  return { id, anna, day }
}

const withRoles = (roles: HeldRoles) => signedIn({ roles, birthOn: '1980-01-01' })

async function leaderOf(occasionId: number): Promise<Person> {
  const leader = await withRoles({ Educator: {} })
  await query.insert(occasionResponsibles).values({ occasionId, userId: leader.id })
  return leader
}

async function responsibleFor(educationId: number): Promise<Person> {
  const educator = await withRoles({ Educator: {} })
  await query.insert(educationResponsibles).values({ educationId, userId: educator.id })
  return educator
}

const read = async <Body>(who: Person, path: string) => (await who.fetch('GET', path)).json<Body>()
const fieldsOf = async (who: Person, { id }: Person) => Object.keys(await read<object>(who, `/User/${id}`)).sort()

const reduced = ['id', 'name', 'organizations', 'pictureUrl']
const named = ['firstName', 'isExternal', 'lastName']
const office = ['externalPersonId', 'lastLogin', 'roles', 'userName']
const sorted = (...fields: string[]) => fields.sort()

describe('of a participant', () => {
  test('an educator sees age, phone and e-mail while the booking is live', async () => {
    const { anna, day } = await participant()
    expect(await fieldsOf(await leaderOf(day.id), anna)).toEqual(sorted(...reduced, ...named, 'age', 'email', 'phone'))
  })

  test('an educator sees the birth date where the education has an age rule', async () => {
    const { id, anna } = await participant({ minAge: 10 })
    const fields = sorted(...reduced, ...named, 'birthDate', 'email', 'phone')
    expect(await fieldsOf(await responsibleFor(id), anna)).toEqual(fields)
  })

  test('an educator sees no contact details when the day is long over', async () => {
    const { id, anna, day } = await participant({ startsAt: inDays(-40) })
    for (const educator of [await responsibleFor(id), await leaderOf(day.id)]) {
      expect(await fieldsOf(educator, anna)).toEqual(sorted(...reduced, ...named, 'age'))
      const [row] = await read<object[]>(educator, `/EducationPartOccasions/${day.id}/participants`)
      expect(row).toMatchObject({ email: null, phone: null, birthDate: null, externalPersonId: null })
    }
  })

  test('the list of a day shows the same, and the office everything', async () => {
    const { anna, day } = await participant()
    const path = `/EducationPartOccasions/${day.id}/participants`
    const age = new Date().getFullYear() - 2014
    const [seen] = await read<{ age: number; email: string }[]>(await leaderOf(day.id), path)
    expect(seen).toMatchObject({ phone: '070-1234567', birthDate: null, externalPersonId: null })
    expect([age - 1, age]).toContain(seen?.age)
    const [whole] = await read<object[]>(await withRoles({ Administrator: {} }), path)
    expect(whole).toMatchObject({ birthDate: '2014-05-01', externalPersonId: expect.stringMatching(/^IID/) })
    expect(await fieldsOf(await withRoles({ Administrator: {} }), anna)).toEqual(expect.arrayContaining(office))
  })

  test.each(['filterededucation', 'filteredoccassion'])('the lists of people show no more (%s)', async (call) => {
    const { id, anna, day } = await participant()
    await query.insert(userRoles).values({ userId: anna.id, role: 'Educator' })
    await query
      .insert(roleExtensions)
      .values({ userId: anna.id, role: 'Educator', kind: 'Organization', referenceId: 20 })
    const body = call === 'filterededucation' ? { educationId: id } : { occasionId: day.id }
    const response = await (await responsibleFor(id)).fetch('POST', `/User/${call}`, body)
    const { items, roleOrganizations } = await response.json<{ items: object[]; roleOrganizations: object }>()
    expect(roleOrganizations).toEqual({})
    expect(Object.keys(items[0] ?? {})).toEqual(expect.arrayContaining(['age', 'state']))
    for (const field of office) expect(items[0]).not.toHaveProperty(field)
  })

  test('an educator sees the results of what they teach', async () => {
    const { id, anna } = await participant()
    const educator = await responsibleFor(id)
    const results = await read<{ educationId: number }[]>(educator, `/user/${anna.id}/educationresults`)
    expect(results.map(({ educationId }) => educationId)).toEqual([id])
    const profile = await read<{ results: { educationId: number }[] }>(educator, `/user/${anna.id}/profile`)
    expect(profile).toMatchObject({ full: false, taught: true, booked: [], started: [], guardians: [] })
    expect(profile.results.map(({ educationId }) => educationId)).toEqual([id])
    for (const path of ['cv', 'BookedOccasions', 'guardian', 'recommended', 'StartedEducations'])
      expect([path, (await educator.fetch('GET', `/user/${anna.id}/${path}`)).status]).toEqual([path, 403])
  })

  test('a child’s guardian sees everything, and unrelated people nothing', async () => {
    const { anna } = await participant()
    const [guardian, none] = [await withRoles({}), await withRoles({ Educator: {} })]
    const link = { adultUserId: guardian.id, childUserId: anna.id, createdByUserId: guardian.id }
    await query.insert(guardianLinks).values({ ...link, confirmedAt: new Date(), createdAt: new Date() })
    expect(await fieldsOf(guardian, anna)).toEqual(expect.arrayContaining(office))
    const fields = await fieldsOf(none, anna)
    for (const field of [...office, 'email', 'phone', 'birthDate', 'age']) expect(fields).not.toContain(field)
  })

  test('an education that is given an age rule shows birth dates from then on', async () => {
    const { id, anna } = await participant()
    const educator = await responsibleFor(id)
    expect(await fieldsOf(educator, anna)).not.toContain('birthDate')
    await query.update(educations).set({ guardianRequiredUnderAge: 18 }).where(eq(educations.id, id))
    expect(await fieldsOf(educator, anna)).toContain('birthDate')
  })
})

test('searching and sorting a list reveals neither addresses nor last sign-ins', async () => {
  const { id, anna } = await participant()
  const educator = await responsibleFor(id)
  const found = async (filter: object) => {
    const response = await educator.fetch('POST', '/User/filterededucation', { educationId: id, ...filter })
    return (await response.json<{ items: { id: number }[] }>()).items.map((one) => one.id)
  }
  expect(await found({ searchString: 'Anna' })).toEqual([anna.id])
  expect(await found({ searchString: `anna-${id}@example.se` })).toEqual([])
  expect(await found({ searchString: `IID${id}` })).toEqual([])
})
