import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { createEducation, createOccasion, holdOccasion } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { contextAt, runHandler } from '../../run-handler.ts'

const { query } = database()
const put = '/EducationPartOccasions/results'

interface Result {
  resultId: number
  lastChange: string
}

async function aCourse(occasion = {}) {
  const education = await createEducation([{ title: 'Säkerhet' }])
  const day = await createOccasion(education.firstPartId, occasion)
  const educator = await signedIn({ roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId: education.id, userId: educator.id })
  const learner = await signedIn({ firstName: 'Anna', email: 'anna@example.test' })
  const response = await learner.fetch('PUT', put, [{ userId: learner.id, occasionId: day.id }])
  const [result] = await bodyOf<Result[]>(response)
  if (!result) throw new Error('the learner was not signed up')
  const change = (by: Person, change: object) =>
    by.fetch('PUT', put, [{ resultId: result.resultId, userId: learner.id, ...change }])
  return { education, occasion: day, educator, learner, result, change }
}

/** A course whose occasion began yesterday. */
async function aHeldCourse(fields = {}) {
  const course = await aCourse(fields)
  return { ...course, occasion: await holdOccasion(course.occasion.id) }
}

const stored = async (id: number) => {
  const [row] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, id))
  return row
}
const toldTo = (userId: number) => query.select({ kind: notices.kind }).from(notices).where(eq(notices.userId, userId))
const actionsOn = (resultId: number) =>
  query
    .select({ action: auditEntries.action, userId: auditEntries.userId })
    .from(auditEntries)
    .where(and(eq(auditEntries.targetType, 'result'), eq(auditEntries.targetId, String(resultId))))

describe('a sign-up that needs approval', () => {
  test('is approved by an educator in scope, and its person is notified in the portal and by mail', async () => {
    const { educator, learner, result, change } = await aCourse({ needsApproval: true })
    const stranger = await signedIn({ roles: { Educator: { EducationCategory: [999] } } })
    expect((await change(stranger, { signUpDate: new Date() })).status).toBe(403)
    expect((await change(learner, { signUpDate: new Date() })).status).toBe(403)
    const response = await change(educator, { signUpDate: new Date() })
    expect(await response.json()).toMatchObject([{ signUpDate: expect.any(String), approvedByUserId: educator.id }])
    expect(await toldTo(learner.id)).toEqual([{ kind: 'signUpApproved' }])
    const mails = await query.select().from(outboxMails).where(eq(outboxMails.recipient, 'anna@example.test'))
    expect(mails.at(-1)).toMatchObject({ subject: 'Din anmälan är godkänd' })
    expect(mails.at(-1)?.body).toContain('Hej Anna!')
    expect(await actionsOn(result.resultId)).toEqual([{ action: 'result.approved', userId: educator.id }])
  })

  test('is refused and releases its seat', async () => {
    const { educator, learner, result, change } = await aCourse({ needsApproval: true, maxParticipants: 1 })
    expect((await change(educator, { canceled: true })).status).toBe(200)
    expect(await toldTo(learner.id)).toEqual([{ kind: 'signUpRefused' }])
    expect(await stored(result.resultId)).toMatchObject({ canceled: true, signedUpAt: null })
    expect(await actionsOn(result.resultId)).toMatchObject([{ action: 'result.refused' }])
  })

  test('is approved by its completion, so that its fee is due as of others', async () => {
    const { educator, result, change } = await aHeldCourse({ needsApproval: true })
    expect(await stored(result.resultId)).toMatchObject({ signedUpAt: null })
    expect((await change(educator, { completed: true })).status).toBe(200)
    expect(await stored(result.resultId)).toMatchObject({ completed: true, signedUpAt: expect.any(Date) })
  })
})

describe('attendance', () => {
  test('present but not passed leaves the part open', async () => {
    const { educator, learner, result, change } = await aHeldCourse()
    expect((await change(educator, { attended: true })).status).toBe(200)
    expect(await stored(result.resultId)).toMatchObject({ attended: true, completed: false, completedAt: null })
    expect(await toldTo(learner.id)).toEqual([])
  })

  test('passed completes the part at the end of the occasion, and the education with it', async () => {
    const { education, occasion, educator, learner, result, change } = await aHeldCourse()
    expect((await change(educator, { completed: true })).status).toBe(200)
    expect((await change(educator, { completed: true })).status).toBe(200)
    expect(await stored(result.resultId)).toMatchObject({
      completed: true,
      attended: true,
      completedAt: occasion.endsAt,
    })
    const whole = await query.select().from(educationResults).where(eq(educationResults.userId, learner.id))
    expect(whole).toMatchObject([{ educationId: education.id, completed: true, completedAt: occasion.endsAt }])
    expect(await actionsOn(result.resultId)).toMatchObject([{ action: 'result.completed' }])
    expect(await toldTo(learner.id)).toEqual([{ kind: 'partApproved' }])
  })

  test('is never set by the learner', async () => {
    const { learner, change, result, occasion } = await aCourse()
    expect((await change(learner, { completed: true })).status).toBe(403)
    expect((await change(learner, { attended: true })).status).toBe(403)
    const created = [{ userId: learner.id, occasionId: occasion.id, completed: true }]
    expect((await learner.fetch('PUT', put, created)).status).toBe(403)
    expect(await stored(result.resultId)).toMatchObject({ completed: false, attended: null })
  })

  test('can be reverted, together with the education', async () => {
    const { educator, learner, result, change } = await aHeldCourse()
    await change(educator, { completed: true })
    expect((await change(educator, { completed: false })).status).toBe(200)
    expect(await stored(result.resultId)).toMatchObject({ completed: false, completedAt: null })
    const whole = () => query.select().from(educationResults).where(eq(educationResults.userId, learner.id))
    expect(await whole()).toMatchObject([{ completed: false, completedAt: null, verificationCode: null }])
    await change(educator, { completed: true })
    expect(await whole()).toMatchObject([{ completed: true }])
  })

  test('by an older version is refused', async () => {
    const { educator, result, change } = await aHeldCourse()
    await change(educator, { attended: true })
    const lastChange = new Date(Date.parse(result.lastChange) - 1000)
    expect(await (await change(educator, { completed: true, lastChange })).json()).toMatchObject({
      code: 'changed_meanwhile',
    })
  })

  test('of several people is written all or none', async () => {
    const { educator, learner, result } = await aHeldCourse()
    const both = [
      { resultId: result.resultId, userId: learner.id, attended: true },
      { resultId: 999_999, userId: learner.id, attended: true },
    ]
    expect((await educator.fetch('PUT', put, both)).status).toBe(404)
    expect(await stored(result.resultId)).toMatchObject({ attended: null })
  })

  test('is set only by organisers of the occasion', async () => {
    const { occasion, change } = await aHeldCourse()
    const helper = await signedIn({ roles: { Educator: {} } })
    expect((await change(helper, { attended: true })).status).toBe(403)
    await query.insert(occasionResponsibles).values({ occasionId: occasion.id, userId: helper.id })
    expect((await change(helper, { attended: true })).status).toBe(200)
  })
})

test('attendance that was queued offline does not restore a cancelled sign-up', async () => {
  const { learner, educator, result, change } = await aCourse()
  await change(learner, { canceled: true })
  const late = await change(educator, { attended: true })
  expect(await late.json()).toMatchObject({ code: 'result_canceled' })
  expect(late.status).toBe(409)
  expect(await stored(result.resultId)).toMatchObject({ canceled: true, attended: null })
  expect((await change(educator, { canceled: false })).status).toBe(200)
  expect(await stored(result.resultId)).toMatchObject({ canceled: false })
})

test('sending back a result as it stands changes nothing', async () => {
  const { learner, result, change } = await aCourse()
  expect(await (await change(learner, { ...result })).json()).toMatchObject([{ resultId: result.resultId }])
  expect(await actionsOn(result.resultId)).toEqual([])
})

describe('results are read', () => {
  const path = (id: number, userId: number) => `/EducationPartOccasions/${id}/results/${userId}`

  test('by the person, the educator and the own club’s office, and by nobody else', async () => {
    const { occasion, educator, learner } = await aCourse()
    const outsider = await signedIn()
    expect(await (await learner.fetch('GET', path(occasion.id, learner.id))).json()).toHaveLength(1)
    expect(await (await educator.fetch('GET', path(occasion.id, learner.id))).json()).toHaveLength(1)
    expect((await outsider.fetch('GET', path(occasion.id, learner.id))).status).toBe(403)
    const all = `/EducationPartOccasions/results?ids=${occasion.id}`
    expect(await (await outsider.fetch('GET', all)).json()).toEqual([])
    expect(await (await educator.fetch('GET', all)).json()).toHaveLength(1)
    expect(await (await learner.fetch('GET', '/Occasions/Results')).json()).toHaveLength(1)
    expect(await (await outsider.fetch('GET', '/Occasions/Results')).json()).toEqual([])
  })

  test('by organisation only in the caller’s scope', async () => {
    const now = new Date()
    const club = async (name: string) => {
      const values = { name, type: 2 as const, path: '/', createdAt: now, changedAt: now }
      const [row] = await query.insert(organizations).values(values).returning({ id: organizations.id })
      const id = row?.id ?? 0
      await query
        .update(organizations)
        .set({ path: `/${id}/` })
        .where(eq(organizations.id, id))
      return id
    }
    const [mine, theirs] = [await club('Mitt MK'), await club('Deras MK')]
    const { occasion } = await aCourse()
    for (const organizationId of [mine, theirs]) {
      const member = await signedIn({ organizationIds: [organizationId] })
      await member.fetch('PUT', put, [{ userId: member.id, occasionId: occasion.id }])
    }
    const office = await signedIn({ roles: { OrganizationAdmin: { Organization: [mine] } } })
    const grouped = await office.fetch('GET', `/EducationPartOccasions/${occasion.id}/resultsByOrganization`)
    expect(Object.keys(await bodyOf<object>(grouped))).toEqual([String(mine)])
  })
})

test('a completed education is notified once, however often the job runs', async () => {
  const { educator, learner, change } = await aHeldCourse()
  await change(educator, { completed: true })
  const [whole] = await query.select().from(educationResults).where(eq(educationResults.userId, learner.id))
  const run = () => runHandler('results.educationCompleted', contextAt(), { code: whole?.verificationCode })
  await run()
  await run()
  const kinds = (await toldTo(learner.id)).filter(({ kind }) => kind === 'educationCompleted')
  expect(kinds).toHaveLength(1)
})
