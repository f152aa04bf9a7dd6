import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { createEducation, createOccasion, educationResult, holdOccasion } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'

const { query } = database()
const onOccasions = '/EducationPartOccasions/results'

async function teacherOf(educationId: number): Promise<Person> {
  const educator = await signedIn({ roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId, userId: educator.id })
  return educator
}

const codeOf = async (response: Response) => (await bodyOf<{ code?: string }>(response)).code

async function signedUp(person: Person, occasionId: number) {
  const response = await person.fetch('PUT', onOccasions, [{ userId: person.id, occasionId }])
  const [result] = await bodyOf<{ resultId: number; signUpDate: string | null }[]>(response)
  if (!result) throw new Error('the person was not signed up')
  const change = (by: Person, set: object) =>
    by.fetch('PUT', onOccasions, [{ resultId: result.resultId, userId: person.id, ...set }])
  return { ...result, change }
}

describe('a person does not decide about their own result', () => {
  test('on a whole education: neither completed, added nor removed', async () => {
    const { id } = await createEducation([{ type: 1 }])
    const educator = await teacherOf(id)
    const done = [{ userId: educator.id, completed: true }]
    const refused = await educator.fetch('PUT', `/Educations/${id}/results`, done)
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'own_result'])
    const added = await educator.fetch('PUT', `/Educations/${id}/AddUserToEducation`, { userIds: [educator.id] })
    expect(await codeOf(added)).toBe('own_result')
    expect(await query.select().from(educationResults).where(eq(educationResults.userId, educator.id))).toEqual([])
  })

  test('on an occasion: neither attended nor passed', async () => {
    const { id, firstPartId } = await createEducation([{}])
    const [educator, colleague, day] = [await teacherOf(id), await teacherOf(id), await createOccasion(firstPartId)]
    const { resultId, change } = await signedUp(educator, day.id)
    for (const set of [{ completed: true }, { attended: true }])
      expect(await codeOf(await change(educator, set))).toBe('own_result')
    const [row] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId))
    expect(row).toMatchObject({ completed: false, attended: null })
    await holdOccasion(day.id)
    expect((await change(colleague, { completed: true })).status).toBe(200)
  })

  test('nor by approving their own sign-up, at the sign-up or afterwards', async () => {
    const { id, firstPartId } = await createEducation([{}])
    const [educator, day] = [await teacherOf(id), await createOccasion(firstPartId, { needsApproval: true })]
    const { signUpDate, change } = await signedUp(educator, day.id)
    expect(signUpDate).toBeNull()
    expect(await codeOf(await change(educator, { signUpDate: inDays(0) }))).toBe('own_result')
    expect((await change(educator, { canceled: true })).status).toBe(200)
    expect(await codeOf(await change(educator, { canceled: false }))).toBe('own_result')
  })

  test('except as a superadministrator', async () => {
    const { id } = await createEducation([{}])
    const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
    const done = [{ userId: superadministrator.id, completed: true }]
    expect((await superadministrator.fetch('PUT', `/Educations/${id}/results`, done)).status).toBe(200)
  })
})

describe('the date of completion', () => {
  const outside = ['0001-01-01T00:00:00.000Z', '1899-12-31T23:59:59.999Z', '9999-12-31T00:00:00.000Z']

  test.each([...outside, inDays(2).toISOString()])('is not %s, and the field shows why', async (completedDate) => {
    const { id, firstPartId } = await createEducation([{}])
    const day = await createOccasion(firstPartId, { startsAt: inDays(1), endsAt: inDays(1.1) })
    const [educator, learner] = [await teacherOf(id), await signedIn()]
    await educationResult({ userId: learner.id, educationId: id })
    const whole = [{ userId: learner.id, completed: true, completedDate }]
    const refused = await educator.fetch('PUT', `/Educations/${id}/results`, whole)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      fields: { '0.completedDate': expect.stringMatching(/1800|1900|framtiden/) },
    })
    const { change } = await signedUp(learner, day.id)
    expect((await change(educator, { completed: true, completedDate })).status).toBe(400)
  })

  test('may be any day since 1900, and that of the occasion', async () => {
    const { id, firstPartId } = await createEducation([{}])
    const day = await createOccasion(firstPartId)
    const [educator, learner] = [await teacherOf(id), await signedIn()]
    await educationResult({ userId: learner.id, educationId: id })
    const whole = [{ userId: learner.id, completed: true, completedDate: '1987-05-03T10:00:00.000Z' }]
    expect((await educator.fetch('PUT', `/Educations/${id}/results`, whole)).status).toBe(200)
    const { change } = await signedUp(learner, day.id)
    const { endsAt } = await holdOccasion(day.id)
    expect((await change(educator, { completed: true, completedDate: endsAt })).status).toBe(200)
  })
})
