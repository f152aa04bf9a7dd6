import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { favoriteCategories } from '#api/catalogue/education-categories/table.ts'
import { educationResponsibles, educationToCategory } from '#api/catalogue/educations/table.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import {
  category,
  createEducation,
  createOccasion,
  dependOn,
  educationResult,
  requireEducation,
} from '../../catalogue.ts'
import { anonymous, database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'

const { query } = database()

const read = async (person: Person, path: string) => (await person.fetch('GET', path)).json()

async function taughtBy(educationId: number) {
  const educator = await signedIn({ roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId, userId: educator.id })
  return educator
}

const moments = { signedUpAt: inDays(-3), createdAt: inDays(-3), changedAt: inDays(-3) }

const partResult = (userId: number, educationPartId: number, overrides = {}) =>
  query.insert(educationPartResults).values({ userId, educationPartId, customAnswers: [], ...moments, ...overrides })

describe('the player’s part', () => {
  const open = (person: Person, partId: number, result = {}) =>
    person.fetch('PUT', `/EducationParts/${partId}/results`, [{ userId: person.id, ...result }])

  test('gets a result with signUpDate now; repeating the call returns the same result', async () => {
    const { firstPartId } = await createEducation([{ type: 1 }])
    const anna = await signedIn()
    const [first] = await bodyOf<{ resultId: number }[]>(open(anna, firstPartId))
    expect(first).toMatchObject({ referenceId: firstPartId, completed: false, signUpDate: expect.any(String) })
    expect(await (await open(anna, firstPartId)).json()).toMatchObject([{ resultId: first?.resultId }])
    expect(await read(anna, `/EducationParts/${firstPartId}/results/${anna.id}`)).toHaveLength(1)
  })

  test('opened by two concurrent calls has one result', async () => {
    const { firstPartId } = await createEducation([{ type: 1 }])
    const anna = await signedIn()
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(anna, firstPartId)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await read(anna, `/EducationParts/${firstPartId}/results/${anna.id}`)).toHaveLength(1)
  })

  test('gets a new result when it is taken again after completion', async () => {
    const { firstPartId } = await createEducation([{ type: 1 }])
    const anna = await signedIn()
    await partResult(anna.id, firstPartId, { completed: true, completedAt: inDays(-2) })
    expect((await open(anna, firstPartId)).status).toBe(200)
    const results = await read(anna, `/EducationParts/${firstPartId}/results/${anna.id}`)
    expect(results).toMatchObject([{ completed: false }, { completed: true }])
  })

  test('is never completed by the learner', async () => {
    const { firstPartId } = await createEducation([{ type: 1 }])
    const anna = await signedIn()
    expect((await open(anna, firstPartId, { completed: true })).status).toBe(403)
    const [result] = await bodyOf<{ resultId: number }[]>(open(anna, firstPartId))
    expect((await open(anna, firstPartId, { resultId: result?.resultId, completed: true })).status).toBe(403)
  })

  test('is polled and never cached, by the person and their administrators', async () => {
    const { id, firstPartId } = await createEducation([{ type: 1 }])
    const anna = await signedIn()
    await partResult(anna.id, firstPartId)
    const path = `/EducationParts/${firstPartId}/results/${anna.id}`
    const response = await anna.fetch('GET', path)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('etag')).toBeNull()
    expect((await (await signedIn()).fetch('GET', path)).status).toBe(403)
    expect((await anonymous('GET', path)).status).toBe(401)
    const educator = await taughtBy(id)
    expect(await read(educator, path)).toHaveLength(1)
    expect(await read(educator, `/EducationParts/${firstPartId}/results`)).toHaveLength(1)
    expect((await anna.fetch('GET', `/EducationParts/${firstPartId}/results`)).status).toBe(403)
    const elsewhere = await signedIn({ roles: { Educator: {} } })
    expect(await read(elsewhere, `/EducationParts/${firstPartId}/results`)).toEqual([])
  })
})

describe('results on whole educations', () => {
  const write = (by: Person, educationId: number, body: object[]) =>
    by.fetch('PUT', `/Educations/${educationId}/results`, body)

  async function participantOf(educationId: number): Promise<Person> {
    const person = await signedIn()
    await educationResult({ userId: person.id, educationId })
    return person
  }

  test('are written by an educator in scope, and repeating it changes nothing', async () => {
    const { id } = await createEducation([{}])
    const [educator, anna] = [await taughtBy(id), await participantOf(id)]
    const done = [{ userId: anna.id, completed: true, completedDate: inDays(-10) }]
    expect((await write(anna, id, done)).status).toBe(403)
    expect((await write(await signedIn({ roles: { Educator: {} } }), id, done)).status).toBe(403)
    expect(await (await write(educator, id, done)).json()).toMatchObject([{ completed: true, source: 2 }])
    expect(await (await write(educator, id, done)).json()).toHaveLength(1)
    const audit = and(eq(auditEntries.action, 'educationResult.written'), eq(auditEntries.targetId, String(id)))
    expect(await query.select().from(auditEntries).where(audit)).toHaveLength(2)
  })

  test('are not completed in the future, or on another person’s row', async () => {
    const { id } = await createEducation([{}])
    const [educator, anna, bo] = [await taughtBy(id), await participantOf(id), await participantOf(id)]
    const future = [{ userId: anna.id, completed: true, completedDate: inDays(1) }]
    expect((await write(educator, id, future)).status).toBe(400)
    const [row] = await bodyOf<{ resultId: number }[]>(write(educator, id, [{ userId: anna.id, completed: false }]))
    expect((await write(educator, id, [{ resultId: row?.resultId, userId: bo.id, completed: true }])).status).toBe(404)
    expect((await educator.fetch('DELETE', `/Educations/${id}/results/${bo.id}/${row?.resultId}`)).status).toBe(404)
    expect((await educator.fetch('DELETE', `/Educations/${id}/results/${anna.id}/${row?.resultId}`)).status).toBe(204)
    expect(await query.select().from(educationResults).where(eq(educationResults.userId, anna.id))).toEqual([])
  })

  test('people are added once, with sign-ups to the parts that have no occasions', async () => {
    const { id, partIds } = await createEducation([{ type: 1 }, { type: 0 }, { type: 3 }])
    const [educator, anna] = [await taughtBy(id), await participantOf(id)]
    const add = () => educator.fetch('PUT', `/Educations/${id}/AddUserToEducation`, { userIds: [anna.id, anna.id] })
    expect(await (await add()).json()).toMatchObject([{ userId: anna.id, completed: false }])
    expect(await (await add()).json()).toHaveLength(1)
    const parts = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, anna.id))
    expect(parts.map((row) => row.educationPartId)).toEqual([partIds[0], partIds[2]])
    expect((await anna.fetch('PUT', `/Educations/${id}/AddUserToEducation`, { userIds: [anna.id] })).status).toBe(403)
  })

  test('are read by the person and their administrators', async () => {
    const { id } = await createEducation([{}], { title: 'Domare' })
    const [educator, anna, bo] = [await taughtBy(id), await participantOf(id), await signedIn()]
    await write(educator, id, [{ userId: anna.id, completed: true }])
    const own = `/Educations/${id}/results/${anna.id}`
    expect(await read(anna, own)).toMatchObject([{ educationTitle: 'Domare' }])
    expect((await bo.fetch('GET', own)).status).toBe(403)
    expect(await read(bo, `/Educations/results?ids=${id}`)).toEqual([])
    expect(await read(educator, `/Educations/results?ids=${id}`)).toHaveLength(1)
    expect(await read(educator, `/Educations/${id}/resultsByOrganization`)).toEqual({})
  })
})

describe('a person’s learning', () => {
  test('shows what is started, how far, and what comes next', async () => {
    const education = await createEducation([{ title: 'Ett' }, { title: 'Två' }, { title: 'Tre' }])
    const [one = 0, two = 0, three = 0] = education.partIds
    await dependOn(education.id, two, three)
    const anna = await signedIn()
    expect(await read(anna, `/user/${anna.id}/StartedEducations`)).toEqual([])
    await partResult(anna.id, one, { completed: true, completedAt: inDays(-3) })
    const expected = [{ educationId: education.id, partsTotal: 3, partsCompleted: 1, nextPartId: three }]
    expect(await read(anna, `/user/${anna.id}/StartedEducations`)).toMatchObject(expected)
    const other = await createEducation([{}, {}])
    const blocks = `/Educations/StartedEducationBlockData?educationIds=${education.id}&educationIds=${other.id}`
    expect(await read(anna, blocks)).toMatchObject([
      ...expected,
      { educationId: other.id, partsTotal: 2, partsCompleted: 0 },
    ])
    expect((await (await signedIn()).fetch('GET', `/user/${anna.id}/StartedEducations`)).status).toBe(403)

    const at = { createdAt: inDays(-1), changedAt: inDays(-1) }
    await query
      .insert(educationResults)
      .values({ userId: anna.id, educationId: education.id, completed: true, completedAt: inDays(-1), ...at })
    expect(await read(anna, `/user/${anna.id}/StartedEducations`)).toEqual([])
  })

  test('recommends at most six open educations, favourites first, none taken or locked', async () => {
    const karting = await category('Karting')
    const favorite = await createEducation([{}], { title: 'Ö favorit' })
    await query.insert(educationToCategory).values({ educationId: favorite.id, educationCategoryId: karting })
    const locked = await createEducation([{}], { title: 'A låst' })
    await requireEducation(locked.id, favorite.id)
    const ongoing = await createEducation([{}], { title: 'A tagen' })
    const hidden = await createEducation([{}], { title: 'A dold', publishedAt: null })
    for (let more = 0; more < 7; more++) await createEducation([{}], { title: `B ${more}` })
    const anna = await signedIn()
    await query.insert(favoriteCategories).values({ userId: anna.id, educationCategoryId: karting })
    await partResult(anna.id, ongoing.firstPartId)
    const recommended = (await read(anna, `/user/${anna.id}/recommended`)) as { id: number }[]
    const ids = recommended.map(({ id }) => id)
    expect(ids).toHaveLength(6)
    expect(ids[0]).toBe(favorite.id)
    for (const education of [locked, ongoing, hidden]) expect(ids).not.toContain(education.id)
  })

  test('lists booked occasions with their prerequisites', async () => {
    const education = await createEducation([{ title: 'Teori' }, { title: 'Praktik' }])
    const [theory = 0, practice = 0] = education.partIds
    await dependOn(education.id, practice, theory)
    const occasion = await createOccasion(practice, { onlineUrl: 'https://mote.example/1' })
    const past = await createOccasion(theory, { startsAt: inDays(-9), endsAt: inDays(-8) })
    const anna = await signedIn()
    await partResult(anna.id, practice, { occasionId: occasion.id })
    await partResult(anna.id, theory, { occasionId: past.id })
    const path = `/user/${anna.id}/BookedOccasions`
    const [booked, ...more] = (await read(anna, path)) as object[]
    expect(more).toEqual([])
    expect(booked).toMatchObject({ id: occasion.id, educationId: education.id, onlineUrl: 'https://mote.example/1' })
    expect(booked).not.toHaveProperty('prerequisites')
    expect(await read(anna, `${path}?includePrerequisites=true`)).toMatchObject([{ prerequisites: [{ id: theory }] }])
    const dates = `/user/${anna.id}/bookedOccasionsDates/${education.id}`
    expect(await read(anna, dates)).toEqual([occasion.startsAt.toISOString()])
    expect(await read(anna, `/user/${anna.id}/signedUpToEducationForOccasion/${occasion.id}`)).toBe(true)
    const bo = await signedIn()
    expect(await read(bo, `/user/${bo.id}/signedUpToEducationForOccasion/${occasion.id}`)).toBe(false)
    expect((await bo.fetch('GET', path)).status).toBe(403)
  })

  test('the offer of a sign-up shows the obstacles, and only to authorised people', async () => {
    const { firstPartId } = await createEducation([{}])
    const occasion = await createOccasion(firstPartId, { lastSignUpAt: inDays(-1) })
    const anna = await signedIn()
    const path = `/user/${anna.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
    expect(await read(anna, path)).toMatchObject({
      allowed: false,
      reason: 'sign_up_closed',
      message: 'Sista anmälningsdag har passerat.',
    })
    expect((await (await signedIn()).fetch('GET', path)).status).toBe(403)
    const part = (id: number) => `/user/${anna.id}/canUserSignUpToEducationPart/${id}`
    expect(await read(anna, part(firstPartId))).toMatchObject({ allowed: false, reason: 'occasion_required' })
    const digital = await createEducation([{ type: 1 }])
    expect(await read(anna, part(digital.firstPartId))).toMatchObject({ allowed: true, reason: null })
  })

  test('an own booking at the same time only warns', async () => {
    const [one, other] = [await createEducation([{ title: 'Kurs ett' }]), await createEducation([{}])]
    const anna = await signedIn()
    const first = await createOccasion(one.firstPartId)
    await partResult(anna.id, one.firstPartId, { occasionId: first.id })
    const second = await createOccasion(other.firstPartId)
    const offer = await read(anna, `/user/${anna.id}/canUserSignUpToEducationForOccasion/${second.id}`)
    expect(offer).toMatchObject({ allowed: true, overlapsWith: 'Kurs ett' })
  })

  test('the latest result of each education goes before older and unfinished ones', async () => {
    const { id } = await createEducation([{}])
    const anna = await signedIn()
    const at = { userId: anna.id, educationId: id, createdAt: inDays(-9), changedAt: inDays(-9) }
    for (const age of [-800, -400]) {
      await query.insert(educationResults).values({ ...at, completed: true, completedAt: inDays(age) })
    }
    await query.insert(educationResults).values(at)
    expect(await read(anna, `/user/${anna.id}/educationresults`)).toHaveLength(3)
    const latest = (await read(anna, `/user/${anna.id}/educationresultslatest`)) as { completedDate: string }[]
    expect(latest.map(({ completedDate }) => completedDate.slice(0, 10))).toEqual([
      inDays(-400).toISOString().slice(0, 10),
    ])
  })
})

test('an educator’s own educations are by responsibility, by occasion or by category', async () => {
  const named = await createEducation([{}])
  const viaOccasion = await createEducation([{}])
  const educator = await taughtBy(named.id)
  const occasion = await createOccasion(viaOccasion.firstPartId)
  await query.insert(occasionResponsibles).values({ occasionId: occasion.id, userId: educator.id })
  const path = `/user/${educator.id}/EducationsForResponsible`
  const ids = ((await read(educator, path)) as { id: number }[]).map(({ id }) => id)
  expect(ids.sort()).toEqual([named.id, viaOccasion.id].sort())
  expect(await read(educator, `/user/${educator.id}/EducationCountForResponsible`)).toBe(2)
  const anna = await signedIn()
  expect((await anna.fetch('GET', path)).status).toBe(403)
  expect((await (await signedIn({ roles: { Educator: {} } })).fetch('GET', path)).status).toBe(403)
  const office = await signedIn({ roles: { Administrator: {} } })
  expect(await read(office, path)).toHaveLength(2)
})

describe('a profile', () => {
  test('is complete for the person and reduced for others', async () => {
    const { firstPartId } = await createEducation([{}])
    const anna = await signedIn({ firstName: 'Anna', email: 'anna@example.test', birthOn: '1990-01-01' })
    await partResult(anna.id, firstPartId)
    const path = `/user/${anna.id}/profile`
    expect(await read(anna, path)).toMatchObject({ full: true, started: [{}], user: { email: 'anna@example.test' } })
    const seen = (await read(await signedIn(), path)) as { user: object }
    expect(seen).toMatchObject({ full: false, started: [], results: [], booked: [], guardians: [], wards: [] })
    expect(Object.keys(seen.user).sort()).toEqual(['id', 'name', 'organizations', 'pictureUrl'])
    expect((await anna.fetch('GET', '/user/999999/profile')).status).toBe(404)
  })

  test('can be exported by the person only', async () => {
    const { firstPartId } = await createEducation([{}])
    const anna = await signedIn({ email: 'anna@example.test' })
    await partResult(anna.id, firstPartId)
    const path = `/user/${anna.id}/personaldata`
    const data = { user: { email: 'anna@example.test' }, partResults: [{ referenceId: firstPartId }] }
    expect(await read(anna, path)).toMatchObject(data)
    expect((await (await signedIn({ roles: { SuperAdministrator: {} } })).fetch('GET', path)).status).toBe(403)
  })
})
