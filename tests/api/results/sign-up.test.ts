import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educations } from '#api/catalogue/educations/table.ts'
import { occasionResponsibles, occasions } from '#api/catalogue/occasions/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createEducation, createOccasion, createOpenOccasion, dependOn, requireEducation } from '../../catalogue.ts'
import { anonymous, database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { readRefusal, resultsPath, signUp } from './fixtures.ts'

const { query } = database()
const bookedOn = async (id: number) => {
  const [row] = await query.select({ booked: occasions.bookedCount }).from(occasions).where(eq(occasions.id, id))
  return row?.booked
}

describe('signing up to an occasion', () => {
  test('returns a result that is signed up and not completed, takes a seat and writes an audit entry', async () => {
    const { occasion, id: educationId, firstPartId } = await createOpenOccasion({ maxParticipants: 2 })
    const anna = await signedIn()
    const response = await signUp(anna, occasion.id)
    expect(response.status).toBe(200)
    const [result] = await bodyOf<Record<string, unknown>[]>(response)
    expect(result).toMatchObject({
      userId: anna.id,
      referenceId: firstPartId,
      occasionId: occasion.id,
      educationId,
      completed: false,
      completedDate: null,
      canceled: false,
      paymentId: null,
      customAnswers: [],
      feeAtSignUp: 0,
    })
    expect(result?.['signUpDate']).toMatch(/Z$/)
    expect(result?.['lastChange']).toMatch(/Z$/)
    expect(await bookedOn(occasion.id)).toBe(1)
    const audit = await query
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.userId, anna.id), eq(auditEntries.action, 'result.signedUp')))
    expect(audit).toMatchObject([{ targetId: String(educationId), data: { occasionId: occasion.id, pending: false } }])
  })

  test('waits for approval when the occasion requires it, and holds a seat until then', async () => {
    const { occasion } = await createOpenOccasion({ needsApproval: true, maxParticipants: 1 })
    const anna = await signedIn()
    expect(await (await signUp(anna, occasion.id)).json()).toMatchObject([{ signUpDate: null, completed: false }])
    expect(await readRefusal(await signUp(await signedIn(), occasion.id))).toEqual([409, 'occasion_full'])
  })

  test('needs a session and an occasion', async () => {
    const { occasion } = await createOpenOccasion()
    expect((await anonymous('PUT', resultsPath, [{ userId: 1, occasionId: occasion.id }])).status).toBe(401)
    const anna = await signedIn()
    expect(await readRefusal(await anna.fetch('PUT', resultsPath, [{ userId: anna.id }]))).toEqual([
      400,
      'invalid_input',
    ])
    expect(await readRefusal(await anna.fetch('PUT', resultsPath, []))).toEqual([400, 'invalid_input'])
    expect(await readRefusal(await signUp(anna, 999_999))).toEqual([404, 'not_found'])
  })

  test('is refused for another person', async () => {
    const { occasion } = await createOpenOccasion()
    const [anna, bo] = [await signedIn(), await signedIn()]
    const response = await anna.fetch('PUT', resultsPath, [{ userId: bo.id, occasionId: occasion.id }])
    expect(await readRefusal(response)).toEqual([403, 'not_allowed'])
  })

  test('stores the answers to its questions', async () => {
    const customQuestions = [{ id: 1, text: 'Specialkost?', type: 'text' as const, options: [], required: true }]
    const { occasion } = await createOpenOccasion({ customQuestions })
    const anna = await signedIn()
    expect(await readRefusal(await signUp(anna, occasion.id))).toEqual([409, 'answers_missing'])
    const customAnswers = [{ questionId: 1, answer: 'Vegetariskt' }]
    expect(await (await signUp(anna, occasion.id, { customAnswers })).json()).toMatchObject([{ customAnswers }])
  })
})

describe('a sign-up is refused', () => {
  const refusing: [string, object, object, object?][] = [
    ['not_published', {}, { publishedAt: null }],
    ['not_published', {}, { archivedAt: new Date() }],
    ['occasion_canceled', { canceledAt: new Date() }, {}],
    ['occasion_started', { startsAt: inDays(-1) }, {}],
    ['sign_up_closed', { lastSignUpAt: inDays(-1) }, {}],
    ['occasion_full', { maxParticipants: 3, reservedCount: 3 }, {}],
    ['external_blocked', { blockedForExternalUsers: true }, {}, { isExternal: true }],
    ['external_blocked', {}, { blockedForExternalUsers: true }, { isExternal: true }],
    ['guardian_required', {}, { guardianRequiredUnderAge: 18 }, { birthOn: null }],
    ['too_young', {}, { minAge: 60 }, { birthOn: '2000-01-01' }],
    ['too_old', {}, { maxAge: 17 }, { birthOn: '2000-01-01' }],
    ['fee', { feeMinor: 10_000 }, {}],
    ['fee', {}, { feeMinor: 10_000 }],
  ]
  test.each(refusing)('%s %j %j', async (code, occasion, education, person = {}) => {
    const made = await createOpenOccasion(occasion, education)
    const anna = await signedIn(person)
    expect(await readRefusal(await signUp(anna, made.occasion.id))).toEqual([409, code])
    const left = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, anna.id))
    expect(left).toEqual([])
  })

  test('while a part before it is not completed, and names it', async () => {
    const education = await createEducation([{ title: 'Teori' }, {}])
    const [theory = 0, practice = 0] = education.partIds
    await dependOn(education.id, practice, theory)
    const occasion = await createOccasion(practice)
    const anna = await signedIn()
    const response = await signUp(anna, occasion.id)
    expect(await response.json()).toMatchObject({
      code: 'prerequisites_missing',
      details: { ready: false, items: [{ kind: 'part', referenceId: theory, name: 'Teori', met: false }] },
    })
    const path = `/EducationPartOccasions/GetUncompletedPrerequisitesForOccasion/${occasion.id}/${anna.id}`
    expect(await (await anna.fetch('GET', path)).json()).toMatchObject([{ id: theory, kind: 'part' }])

    const completed = {
      userId: anna.id,
      educationPartId: theory,
      customAnswers: [],
      createdAt: inDays(-1),
      changedAt: inDays(-1),
    }
    await query.insert(educationPartResults).values({ ...completed, completed: true, completedAt: inDays(-1) })
    expect((await signUp(anna, occasion.id)).status).toBe(200)
  })

  test('while an education before it is not completed', async () => {
    const before = await createEducation([{}], { title: 'Grundkurs' })
    const { occasion, id } = await createOpenOccasion()
    await requireEducation(id, before.id)
    const anna = await signedIn()
    expect(await readRefusal(await signUp(anna, occasion.id))).toEqual([409, 'prerequisites_missing'])
    const path = `/Educations/GetUncompletedPrerequisitesForEducation/${id}/${anna.id}`
    expect(await (await anna.fetch('GET', path)).json()).toMatchObject([{ id: before.id, kind: 'education' }])
  })

  test('the second time, and on a second occasion of the same part', async () => {
    const { occasion, firstPartId } = await createOpenOccasion()
    const anna = await signedIn()
    await signUp(anna, occasion.id)
    expect(await readRefusal(await signUp(anna, occasion.id))).toEqual([409, 'already_signed_up'])
    const other = await createOccasion(firstPartId)
    expect(await readRefusal(await signUp(anna, other.id))).toEqual([409, 'already_signed_up'])
    expect(await bookedOn(occasion.id)).toBe(1)
  })

  test('with an education that does not contain the part', async () => {
    const { occasion } = await createOpenOccasion()
    const other = await createEducation([{}])
    expect(await readRefusal(await signUp(await signedIn(), occasion.id, { educationId: other.id }))).toEqual([
      404,
      'not_found',
    ])
  })
})

test('two presses in a row create one result', async () => {
  const { occasion } = await createOpenOccasion({ maxParticipants: 10 })
  const anna = await signedIn()
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(anna, occasion.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(await bookedOn(occasion.id)).toBe(1)
})

describe('cancelling', () => {
  const cancel = (by: Person, userId: number, resultId: number) =>
    by.fetch('PUT', resultsPath, [{ userId, resultId, canceled: true }])
  const signedUp = async (person: Person, occasionId: number) =>
    (await bodyOf<{ resultId: number }[]>(signUp(person, occasionId)))[0]?.resultId ?? 0

  test('releases the seat, and permits a new sign-up', async () => {
    const { occasion } = await createOpenOccasion({ maxParticipants: 1 })
    const anna = await signedIn()
    const resultId = await signedUp(anna, occasion.id)
    expect(await (await cancel(anna, anna.id, resultId)).json()).toMatchObject([{ resultId, canceled: true }])
    expect(await bookedOn(occasion.id)).toBe(0)
    expect(await (await cancel(anna, anna.id, resultId)).json()).toMatchObject([{ canceled: true }])
    expect((await signUp(anna, occasion.id)).status).toBe(200)
    expect(await bookedOn(occasion.id)).toBe(1)
  })

  test('is limited to the organiser after the last day, and notifies the learner', async () => {
    const { occasion } = await createOpenOccasion()
    const anna = await signedIn()
    const resultId = await signedUp(anna, occasion.id)
    await query
      .update(occasions)
      .set({ lastCancelAt: inDays(-1) })
      .where(eq(occasions.id, occasion.id))
    expect(await readRefusal(await cancel(anna, anna.id, resultId))).toEqual([409, 'cancel_closed'])
    const educator = await signedIn({ roles: { Educator: {} } })
    expect(await readRefusal(await cancel(educator, anna.id, resultId))).toEqual([403, 'not_allowed'])
    await query.insert(occasionResponsibles).values({ occasionId: occasion.id, userId: educator.id })
    expect((await cancel(educator, anna.id, resultId)).status).toBe(200)
    const noticeRows = await query.select().from(notices).where(eq(notices.userId, anna.id))
    expect(noticeRows).toMatchObject([{ kind: 'signUpCanceled' }])
  })

  test('by the delete call retains the row for a learner and removes it for an organiser', async () => {
    const { occasion } = await createOpenOccasion()
    const [anna, office] = [await signedIn(), await signedIn({ roles: { SuperAdministrator: {} } })]
    const path = (resultId: number, userId = anna.id) =>
      `/EducationPartOccasions/${occasion.id}/results/${userId}/${resultId}`
    const resultId = await signedUp(anna, occasion.id)
    expect((await office.fetch('DELETE', path(resultId, office.id))).status).toBe(404)
    expect((await anna.fetch('DELETE', path(resultId))).status).toBe(204)
    const rows = () => query.select().from(educationPartResults).where(eq(educationPartResults.userId, anna.id))
    expect(await rows()).toMatchObject([{ canceled: true }])
    const again = await signedUp(anna, occasion.id)
    expect((await office.fetch('DELETE', path(again))).status).toBe(204)
    expect(await rows()).toHaveLength(1)
    expect(await bookedOn(occasion.id)).toBe(0)
  })
})

test('an education that is archived or unpublished retains its sign-ups', async () => {
  const { occasion, id } = await createOpenOccasion()
  const anna = await signedIn()
  await signUp(anna, occasion.id)
  await query.update(educations).set({ publishedAt: null }).where(eq(educations.id, id))
  expect(await (await anna.fetch('GET', `/user/${anna.id}/BookedOccasions`)).json()).toMatchObject([
    { id: occasion.id },
  ])
})
