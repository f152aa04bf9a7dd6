import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '#api/audit/table.ts'
import { educations } from '#api/educations/table.ts'
import { notices } from '#api/notices/table.ts'
import { occasionResponsibles, occasions } from '#api/occasions/table.ts'
import { organizations } from '#api/organizations/table.ts'
import { educationPartResults } from '#api/results/table.ts'
import { guardianLinks } from '#api/users/table.ts'
import { database, type Person, signedIn, stranger } from '../../portal.ts'
import { anEducation, anOccasion, days, dependOn, requireEducation } from './scene.ts'

const { query } = database()
const put = '/EducationPartOccasions/results'

const signUp = (person: Person, occasionId: number, more = {}) =>
  person.fetch('PUT', put, [{ userId: person.id, occasionId, ...more }])

const refusalOf = async (response: Response) => {
  const body = (await response.json()) as { code?: string }
  return [response.status, body.code]
}

async function anOpenOccasion(occasion = {}, education = {}) {
  const made = await anEducation([{}], education)
  return { ...made, occasion: await anOccasion(made.firstPartId, occasion) }
}

const bookedOn = async (id: number) => {
  const [row] = await query.select({ booked: occasions.bookedCount }).from(occasions).where(eq(occasions.id, id))
  return row?.booked
}

async function aClub(canBeInvoiced: boolean) {
  const now = new Date()
  const [club] = await query
    .insert(organizations)
    .values({ name: 'Karlstads MK', type: 2, path: '/1/', canBeInvoiced, createdAt: now, changedAt: now })
    .returning({ id: organizations.id })
  if (!club) throw new Error('the club was not inserted')
  await query
    .update(organizations)
    .set({ path: `/${club.id}/` })
    .where(eq(organizations.id, club.id))
  return club.id
}

describe('signing up to an occasion', () => {
  test('answers a result that is signed up and not completed, takes a place and leaves an audit row', async () => {
    const { occasion, id: educationId, firstPartId } = await anOpenOccasion({ maxParticipants: 2 })
    const anna = await signedIn()
    const response = await signUp(anna, occasion.id)
    expect(response.status).toBe(200)
    const [result] = (await response.json()) as Record<string, unknown>[]
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

  test('waits for approval where the occasion asks for it, and holds a place meanwhile', async () => {
    const { occasion } = await anOpenOccasion({ needsApproval: true, maxParticipants: 1 })
    const anna = await signedIn()
    expect(await (await signUp(anna, occasion.id)).json()).toMatchObject([{ signUpDate: null, completed: false }])
    expect(await refusalOf(await signUp(await signedIn(), occasion.id))).toEqual([409, 'occasion_full'])
  })

  test('needs a session and an occasion', async () => {
    const { occasion } = await anOpenOccasion()
    expect((await stranger('PUT', put, [{ userId: 1, occasionId: occasion.id }])).status).toBe(401)
    const anna = await signedIn()
    expect(await refusalOf(await anna.fetch('PUT', put, [{ userId: anna.id }]))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await anna.fetch('PUT', put, []))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await signUp(anna, 999_999))).toEqual([404, 'not_found'])
  })

  test('is nothing that one does for a stranger', async () => {
    const { occasion } = await anOpenOccasion()
    const [anna, bo] = [await signedIn(), await signedIn()]
    const response = await anna.fetch('PUT', put, [{ userId: bo.id, occasionId: occasion.id }])
    expect(await refusalOf(response)).toEqual([403, 'not_allowed'])
  })

  test('keeps the answers to its questions', async () => {
    const customQuestions = [{ id: 1, text: 'Specialkost?', type: 'text' as const, options: [], required: true }]
    const { occasion } = await anOpenOccasion({ customQuestions })
    const anna = await signedIn()
    expect(await refusalOf(await signUp(anna, occasion.id))).toEqual([409, 'answers_missing'])
    const customAnswers = [{ questionId: 1, answer: 'Vegetariskt' }]
    expect(await (await signUp(anna, occasion.id, { customAnswers })).json()).toMatchObject([{ customAnswers }])
  })
})

describe('a sign-up is refused', () => {
  const refusing: [string, object, object, object?][] = [
    ['not_published', {}, { publishedAt: null }],
    ['not_published', {}, { archivedAt: new Date() }],
    ['occasion_canceled', { canceledAt: new Date() }, {}],
    ['occasion_started', { startsAt: days(-1) }, {}],
    ['sign_up_closed', { lastSignUpAt: days(-1) }, {}],
    ['occasion_full', { maxParticipants: 3, reservedCount: 3 }, {}],
    ['external_blocked', { blockedForExternalUsers: true }, {}, { isExternal: true }],
    ['external_blocked', {}, { blockedForExternalUsers: true }, { isExternal: true }],
    ['guardian_required', {}, { guardianRequiredUnderAge: 18 }, { birthOn: null }],
    ['too_young', {}, { minAge: 60 }, { birthOn: '2000-01-01' }],
    ['fee', { feeMinor: 10_000 }, {}],
    ['fee', {}, { feeMinor: 10_000 }],
  ]
  test.each(refusing)('%s %j %j', async (code, occasion, education, person = {}) => {
    const made = await anOpenOccasion(occasion, education)
    const anna = await signedIn(person)
    expect(await refusalOf(await signUp(anna, made.occasion.id))).toEqual([409, code])
    const left = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, anna.id))
    expect(left).toEqual([])
  })

  test('while a part before it is not completed, and names it', async () => {
    const education = await anEducation([{ title: 'Teori' }, {}])
    const [theory = 0, practice = 0] = education.partIds
    await dependOn(education.id, practice, theory)
    const occasion = await anOccasion(practice)
    const anna = await signedIn()
    const response = await signUp(anna, occasion.id)
    expect(await response.json()).toMatchObject({
      code: 'prerequisites_missing',
      details: [{ id: theory, title: 'Teori' }],
    })
    const path = `/EducationPartOccasions/GetUncompletedPrerequisitesForOccasion/${occasion.id}/${anna.id}`
    expect(await (await anna.fetch('GET', path)).json()).toMatchObject([{ id: theory, kind: 'part' }])

    const completed = {
      userId: anna.id,
      educationPartId: theory,
      customAnswers: [],
      createdAt: days(-1),
      changedAt: days(-1),
    }
    await query.insert(educationPartResults).values({ ...completed, completed: true, completedAt: days(-1) })
    expect((await signUp(anna, occasion.id)).status).toBe(200)
  })

  test('while an education before it is not completed', async () => {
    const before = await anEducation([{}], { title: 'Grundkurs' })
    const { occasion, id } = await anOpenOccasion()
    await requireEducation(id, before.id)
    const anna = await signedIn()
    expect(await refusalOf(await signUp(anna, occasion.id))).toEqual([409, 'prerequisites_missing'])
    const path = `/Educations/GetUncompletedPrerequisitesForEducation/${id}/${anna.id}`
    expect(await (await anna.fetch('GET', path)).json()).toMatchObject([{ id: before.id, kind: 'education' }])
  })

  test('the second time, and on a second occasion of the same part', async () => {
    const { occasion, firstPartId } = await anOpenOccasion()
    const anna = await signedIn()
    await signUp(anna, occasion.id)
    expect(await refusalOf(await signUp(anna, occasion.id))).toEqual([409, 'already_signed_up'])
    const other = await anOccasion(firstPartId)
    expect(await refusalOf(await signUp(anna, other.id))).toEqual([409, 'already_signed_up'])
    expect(await bookedOn(occasion.id)).toBe(1)
  })

  test('with an education that does not hold the part', async () => {
    const { occasion } = await anOpenOccasion()
    const other = await anEducation([{}])
    expect(await refusalOf(await signUp(await signedIn(), occasion.id, { educationId: other.id }))).toEqual([
      404,
      'not_found',
    ])
  })
})

test('two taps of one thumb make one result', async () => {
  const { occasion } = await anOpenOccasion({ maxParticipants: 10 })
  const anna = await signedIn()
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(anna, occasion.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(await bookedOn(occasion.id)).toBe(1)
})

describe('a fee', () => {
  test('goes to the invoice of an own club that takes invoices, education’s fee once', async () => {
    const clubId = await aClub(true)
    const education = await anEducation([{}, {}], { feeMinor: 30_000 })
    const [first = 0, second = 0] = education.partIds
    const anna = await signedIn({ organizationIds: [clubId] })
    const choose = { invoiceRecipientId: clubId }
    const one = await signUp(anna, (await anOccasion(first, { feeMinor: 50_000 })).id, choose)
    expect(await one.json()).toMatchObject([{ feeAtSignUp: 800, invoiceRecipientId: clubId }])
    const two = await signUp(anna, (await anOccasion(second, { feeMinor: 10_050 })).id, choose)
    expect(await two.json()).toMatchObject([{ feeAtSignUp: 100.5, invoiceRecipientId: clubId }])
  })

  test('is refused to a club that takes none, and to one that is not the own', async () => {
    const [mine, others] = [await aClub(false), await aClub(true)]
    const { occasion } = await anOpenOccasion({ feeMinor: 50_000 })
    const anna = await signedIn({ organizationIds: [mine] })
    for (const invoiceRecipientId of [mine, others]) {
      expect(await refusalOf(await signUp(anna, occasion.id, { invoiceRecipientId }))).toEqual([409, 'fee'])
    }
  })

  test('does not keep anybody from looking at the offer', async () => {
    const { occasion } = await anOpenOccasion({ feeMinor: 50_000 })
    const anna = await signedIn()
    const offer = await anna.fetch('GET', `/user/${anna.id}/canUserSignUpToEducationForOccasion/${occasion.id}`)
    expect(await offer.json()).toMatchObject({ allowed: true, reason: null, fee: 500, mayBeInvoiced: false })
  })
})

describe('a guardian', () => {
  const link = (adultUserId: number, childUserId: number, confirmedAt: Date | null) =>
    query
      .insert(guardianLinks)
      .values({ adultUserId, childUserId, createdByUserId: childUserId, confirmedAt, createdAt: new Date() })

  test('who is the only confirmed one is chosen by itself, and may sign the child up', async () => {
    const { occasion, id } = await anOpenOccasion({}, { guardianRequiredUnderAge: 18 })
    const [junior, parent] = [await signedIn({ birthOn: '2015-05-05' }), await signedIn({ birthOn: '1980-01-01' })]
    const ask = `/user/${junior.id}/musthaveguardianforeducation/${id}`
    expect(await (await junior.fetch('GET', ask)).json()).toBe(true)
    await link(parent.id, junior.id, null)
    expect(await refusalOf(await signUp(junior, occasion.id))).toEqual([409, 'guardian_required'])
    expect((await parent.fetch('GET', ask)).status).toBe(403)
    await query.update(guardianLinks).set({ confirmedAt: new Date() }).where(eq(guardianLinks.childUserId, junior.id))
    const response = await parent.fetch('PUT', put, [{ userId: junior.id, occasionId: occasion.id }])
    expect(await response.json()).toMatchObject([{ guardianUserId: parent.id, registeredByUserId: parent.id }])
  })

  test('must be an adult and not external', async () => {
    const { occasion } = await anOpenOccasion({}, { guardianRequiredUnderAge: 18 })
    const junior = await signedIn({ birthOn: '2015-05-05' })
    for (const adult of [{ birthOn: '2014-01-01' }, { birthOn: '1980-01-01', isExternal: true }]) {
      await link((await signedIn(adult)).id, junior.id, new Date())
    }
    expect(await refusalOf(await signUp(junior, occasion.id))).toEqual([409, 'guardian_required'])
  })

  test('is not asked for on the eighteenth birthday', async () => {
    const { occasion } = await anOpenOccasion({}, { guardianRequiredUnderAge: 18 })
    const start = occasion.startsAt.toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' })
    const year = Number(start.slice(0, 4)) - 18
    const grown = await signedIn({ birthOn: `${year}${start.slice(4)}` })
    expect((await signUp(grown, occasion.id)).status).toBe(200)
  })
})

describe('canceling', () => {
  const cancel = (by: Person, userId: number, resultId: number) =>
    by.fetch('PUT', put, [{ userId, resultId, canceled: true }])
  const signedUp = async (person: Person, occasionId: number) =>
    ((await (await signUp(person, occasionId)).json()) as { resultId: number }[])[0]?.resultId ?? 0

  test('gives the place back, and one may sign up again', async () => {
    const { occasion } = await anOpenOccasion({ maxParticipants: 1 })
    const anna = await signedIn()
    const resultId = await signedUp(anna, occasion.id)
    expect(await (await cancel(anna, anna.id, resultId)).json()).toMatchObject([{ resultId, canceled: true }])
    expect(await bookedOn(occasion.id)).toBe(0)
    expect(await (await cancel(anna, anna.id, resultId)).json()).toMatchObject([{ canceled: true }])
    expect((await signUp(anna, occasion.id)).status).toBe(200)
    expect(await bookedOn(occasion.id)).toBe(1)
  })

  test('is the organiser’s after the last day, and tells the learner', async () => {
    const { occasion } = await anOpenOccasion()
    const anna = await signedIn()
    const resultId = await signedUp(anna, occasion.id)
    await query
      .update(occasions)
      .set({ lastCancelAt: days(-1) })
      .where(eq(occasions.id, occasion.id))
    expect(await refusalOf(await cancel(anna, anna.id, resultId))).toEqual([409, 'cancel_closed'])
    const educator = await signedIn({ roles: { Educator: {} } })
    expect(await refusalOf(await cancel(educator, anna.id, resultId))).toEqual([403, 'not_allowed'])
    await query.insert(occasionResponsibles).values({ occasionId: occasion.id, userId: educator.id })
    expect((await cancel(educator, anna.id, resultId)).status).toBe(200)
    const told = await query.select().from(notices).where(eq(notices.userId, anna.id))
    expect(told).toMatchObject([{ kind: 'signUpCanceled' }])
  })

  test('by the delete call keeps the row of a learner and removes it for an organiser', async () => {
    const { occasion } = await anOpenOccasion()
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

test('what is archived or unpublished later does not lose its sign-ups', async () => {
  const { occasion, id } = await anOpenOccasion()
  const anna = await signedIn()
  await signUp(anna, occasion.id)
  await query.update(educations).set({ publishedAt: null }).where(eq(educations.id, id))
  expect(await (await anna.fetch('GET', `/user/${anna.id}/BookedOccasions`)).json()).toMatchObject([
    { id: occasion.id },
  ])
})
