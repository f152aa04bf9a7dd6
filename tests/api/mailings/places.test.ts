import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { Audience } from '#api/office/mailings/audience/contract.ts'
import type { SentMailing } from '#api/office/mailings/contract.ts'
import { users } from '#api/people/users/table.ts'
import { educationResult, partResult } from '../../catalogue.ts'
import type { Person } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { inDays } from '../../time.ts'
import { findMailing, member, preview, query, send, staff } from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })
const [own, foreign] = [await insertCourse('Alfa'), await insertCourse('Beta')]
const actors = await createActors(own)

/** Actors that organise the first occasion, the exam and the education, with the clubs of the people in their scope. */
const organizers: Record<'occasion' | 'exam' | 'education', Record<string, number[]>> = {
  occasion: {
    'an educator who leads one occasion': [20, 30],
    'an educator who answers for one education': [20, 30],
    'an educator of one category': [20, 30],
    'an educator of one education role': [20, 30],
    'an educator of one category in one club': [20],
    'the administrator of one district': [20],
    'a superadministrator': [20, 30],
  },
  exam: {
    'an educator who examines one examination': [20, 30],
    'an educator named on one examination': [20, 30],
    'an educator who answers for one education': [20, 30],
    'an educator of one category': [20, 30],
    'an educator of one education role': [20, 30],
    'an educator of one category in one club': [20],
    'the administrator of one district': [20],
    'a superadministrator': [20, 30],
  },
  education: {
    'an educator who answers for one education': [20, 30],
    'an educator of one category': [20, 30],
    'an educator of one education role': [20, 30],
    'an educator of one category in one club': [20],
    'the administrator of one district': [20],
    'a superadministrator': [20, 30],
  },
}

/** Signs a new member of a club up to the first occasion and the exam of a course. */
async function takePart({ educationId, classPartId, examPartId, occasionIds, examId } = own, clubId = 20) {
  const person = await member({ organizationIds: [clubId] })
  const result = { userId: person.id, educationId, signedUpAt: inDays(-5) }
  await partResult({ ...result, educationPartId: classPartId, occasionId: occasionIds[0] })
  await partResult({ ...result, educationPartId: examPartId, practicalDriverExamId: examId })
  return person
}

const people = new Map([
  [20, await takePart(own, 20)],
  [30, await takePart(own, 30)],
])
await takePart(foreign, 20)
const idsOf = (clubs: readonly number[]) => clubs.map((clubId) => people.get(clubId)?.id).sort()

const audiences: Record<keyof typeof organizers, Audience> = {
  occasion: { kind: 'occasion', occasionId: own.occasionIds[0] },
  exam: { kind: 'exam', examId: own.examId },
  education: { kind: 'education', educationId: own.educationId, standing: 'taking', lackedPartId: null },
}

test.each(['occasion', 'exam', 'education'] as const)('an audience of the %s is the people in scope', async (kind) => {
  for (const { name, person } of actors) {
    const answer = await person.fetch('POST', '/Mailings/preview', { audience: audiences[kind] })
    const clubs = organizers[kind][name]
    expect(answer.ok, name).toBe(clubs !== undefined)
    if (!clubs) continue
    const { first, total } = await answer.json<{ first: { userId: number }[]; total: number }>()
    expect(first.map(({ userId }) => userId).sort(), name).toEqual(idsOf(clubs))
    expect(total, name).toBe(clubs.length)
  }
})

test('people of an education are those who take it, who have completed it or who lack a part', async () => {
  const course = await insertCourse('Gamma')
  const { educationId, classPartId, occasionIds } = course
  const [taking, passed, done] = [await takePart(course), await takePart(course), await member()]
  await partResult({
    userId: passed.id,
    educationId,
    educationPartId: classPartId,
    completed: true,
    completedAt: new Date(),
  })
  await educationResult({ userId: done.id, educationId, completed: true, completedAt: new Date() })
  const shown = async (standing: 'taking' | 'completed', lackedPartId: number | null) =>
    (await preview(office, { kind: 'education', educationId, standing, lackedPartId })).first.map(
      ({ userId }) => userId,
    )
  expect(new Set(await shown('taking', null))).toEqual(new Set([taking.id, passed.id]))
  expect(await shown('taking', classPartId)).toEqual([taking.id])
  expect(await shown('completed', null)).toEqual([done.id])
  expect(await shown('completed', classPartId)).toEqual([done.id])
  const absentPart = { kind: 'education', educationId, standing: 'taking', lackedPartId: foreign.classPartId }
  expect((await office.fetch('POST', '/Mailings/preview', { audience: absentPart })).status).toBe(404)
  expect(occasionIds).toHaveLength(2)
})

test('a mailing to an education and to an exam fills its placeholders, and is sent', async () => {
  const course = await insertCourse('Delta')
  const driver = await takePart(course)
  const exam = { kind: 'exam', examId: course.examId } as const
  const ofExam = await preview(office, exam, { subject: '{{tillfälle}}', text: '{{plats}}' })
  expect(ofExam.mail).toMatchObject({ subject: 'Prov Delta', text: 'Karlstad' })
  const education = { ...audiences.education, educationId: course.educationId } as const
  const mailing = await send(office, education, { subject: '{{utbildning}}', text: 'Hej!' })
  await drainJobs()
  expect(await findMailing(office, mailing.id)).toMatchObject({ audience: 'education', total: 1, waiting: 1 })
  const mails = await query.select().from(outboxMails).where(eq(outboxMails.userId, driver.id))
  expect(mails.map(({ subject }) => subject)).toEqual(['Utbildning Delta'])
})

const history = (person: Person, search: string) => person.fetch('GET', `/Mailings/history?${search}`)

test('the history of a place counts the recipients in scope, and those outside of it read none', async () => {
  const sent = await send(office, audiences.occasion, { subject: 'Från kansliet' })
  await send(office, audiences.exam, { subject: 'Om provet' })
  await drainJobs()
  const failing = people.get(20)?.id ?? 0
  await query.update(outboxMails).set({ error: 'Svarar inte' }).where(eq(outboxMails.userId, failing))
  for (const [kind, search, subject] of [
    ['occasion', `occasionId=${own.occasionIds[0]}`, 'Från kansliet'],
    ['exam', `examId=${own.examId}`, 'Om provet'],
  ] as const)
    for (const { name, person, roles } of actors) {
      const clubs = organizers[kind][name]
      const answer = await history(person, search)
      expect(answer.ok, name).toBe(clubs !== undefined)
      if (!clubs) continue
      const [entry, ...more] = await answer.json<SentMailing[]>()
      expect(entry, name).toMatchObject({ subject, total: clubs.length, failed: 1 })
      expect(entry?.mailingId !== null, name).toBe('SuperAdministrator' in roles)
      expect(more, name).toEqual([])
    }
  const [entry] = await (await history(office, `occasionId=${own.occasionIds[0]}`)).json<SentMailing[]>()
  expect(entry?.mailingId).toBe(sent.id)
  expect((await history(office, '')).status).toBe(400)
  expect((await history(office, `occasionId=1&examId=1`)).status).toBe(400)
})

test('mails from the list of participants are in the history, with what became of them', async () => {
  const course = await insertCourse('Epsilon')
  const [inside, outside] = [await takePart(course, 20), await takePart(course, 30)]
  const [occasionId] = course.occasionIds
  const body = { filter: {}, expectedCount: 2, subject: 'Ta med hjälm', text: 'Och handskar.' }
  await office.json('POST', `/EducationPartOccasions/${occasionId}/participants/mailMatching`, body)
  const { categoryId } = course
  const local = await staff({ Educator: { EducationCategory: [categoryId], Organization: [20] } }, [20])
  const read = async (person: Person) => (await history(person, `occasionId=${occasionId}`)).json<SentMailing[]>()
  expect(await read(office)).toMatchObject([{ subject: 'Ta med hjälm', mailingId: null, total: 2, failed: 0 }])
  await query.update(outboxMails).set({ error: 'Svarar inte', sentAt: null }).where(eq(outboxMails.userId, outside.id))
  await query.update(outboxMails).set({ sentAt: new Date() }).where(eq(outboxMails.userId, inside.id))
  expect(await read(office)).toMatchObject([{ total: 2, sent: 1, failed: 1 }])
  expect(await read(local)).toMatchObject([{ total: 1, sent: 1, failed: 0 }])
})

test('mails to others only do not push a mail to the people in scope out of the history', async () => {
  const course = await insertCourse('Zeta')
  const [inside, outside] = [await takePart(course, 20), await takePart(course, 30)]
  const [occasionId] = course.occasionIds
  const mailed = (person: Person, hours: number) => ({
    at: new Date(Date.now() + hours * 3_600_000),
    userId: office.id,
    action: 'occasion.mailed',
    targetType: 'occasion',
    targetId: String(occasionId),
    data: { subject: `Till ${person.id}`, userIds: [person.id] },
    requestId: 'history',
  })
  await query.insert(auditEntries).values(mailed(inside, -200))
  for (let hours = -101; hours < 0; hours++) await query.insert(auditEntries).values(mailed(outside, hours))
  const { categoryId } = course
  const local = await staff({ Educator: { EducationCategory: [categoryId], Organization: [20] } }, [20])
  const entries = await (await history(local, `occasionId=${occasionId}`)).json<SentMailing[]>()
  expect(entries).toMatchObject([{ subject: `Till ${inside.id}`, total: 1 }])
  expect(await (await history(office, `occasionId=${occasionId}`)).json()).toHaveLength(100)
})

test('closed accounts are no recipients of an occasion, an exam or an education', async () => {
  const course = await insertCourse('Eta')
  const [stays, leaves] = [await takePart(course), await takePart(course)]
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, leaves.id))
  const { educationId, examId, occasionIds } = course
  for (const audience of [
    { kind: 'occasion', occasionId: occasionIds[0] },
    { kind: 'exam', examId },
    { kind: 'education', educationId, standing: 'taking', lackedPartId: null },
  ] as const) {
    const { first, total } = await preview(office, audience)
    expect([audience.kind, total, first.map(({ userId }) => userId)]).toEqual([audience.kind, 1, [stays.id]])
    expect((await send(office, audience)).total).toBe(1)
  }
})

test('a club administrator and a district administrator see the mailings that they sent, also by recipient', async () => {
  const reader = await member({ organizationIds: [20] })
  const district = await staff({ Administrator: { Organization: [2] } })
  const club = await staff({ OrganizationAdmin: { Organization: [20] } }, [20])
  const listed = async (person: Person, search = '') =>
    (await person.json<{ items: { subject: string }[] }>('GET', `/Mailings?${search}`)).items.map((one) => one.subject)
  for (const person of [district, club]) {
    const { id } = await send(person, { kind: 'users', userIds: [reader.id] }, { subject: `Hälsning ${person.id}` })
    expect(await listed(person)).toEqual([`Hälsning ${person.id}`])
    expect(await listed(person, `userId=${reader.id}`)).toEqual([`Hälsning ${person.id}`])
    expect(await listed(person, `userId=${person.id}`)).toEqual([])
    expect(await listed(person, `id=${id}`)).toEqual([`Hälsning ${person.id}`])
  }
  expect((await listed(office, `userId=${reader.id}`)).length).toBe(2)
})
