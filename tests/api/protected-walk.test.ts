import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#api/contracts.ts'
import { features } from '#api/features.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { CalendarSubscription } from '#api/office/calendar/subscriptions/contract.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { type CallResources, createIntegrationSecret, toAddress, toBody } from '../callers.ts'
import { mediaTag, medium } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { insertLicense } from '../licenses.ts'
import { listColumnsHolding } from '../marked-person.ts'
import { anonymous, call, database, invalidateCache, type Person } from '../portal.ts'
import { protect } from '../protection.ts'
import { drainJobs } from '../queue.ts'
import { type Actor, createActors } from '../scope/actors.ts'
import { readAnswerAs, readResponseText } from '../scope/call-answers.ts'
import { insertCourse } from '../scope/federation.ts'
import { insertParticipation, type Participation } from '../scope/participation.ts'
import { listReadingCalls } from '../scope/reading-calls.ts'

await configurePortal({ features: [...features] })
const { query } = database()
const licenseId = await insertLicense()
const course = await insertCourse('Alfa')
const actors = await createActors(course)
const office = actors.find(({ roles }) => 'SuperAdministrator' in roles)?.person as Person
const others = actors.filter(({ person }) => person !== office)
const guardian = others.find(({ name }) => name === 'a guardian of one child')?.person as Person

let child: Participation
let markers: string[]
/** URLs that the portal created for each person before the protection, by person. */
const made = new Map<number, string[]>()

const things = async (): Promise<CallResources> => ({
  educationId: course.educationId,
  educationPartId: course.classPartId,
  occasionId: course.occasionIds[0],
  examId: course.examId,
  resultId: child.resultId,
  educationPartResultId: child.resultId,
  examResultId: child.examResultId,
  educationResultId: child.educationResultId,
  submissionId: child.submissionId,
  licenseId,
  child: { id: child.userId },
  mediaId: await medium({ educationIds: [course.educationId] }),
  tagId: await mediaTag(`Banor ${Math.random()}`),
})

/** Creates calendar subscriptions and background reports for an actor. */
async function createUrlsFor({ person, roles }: Actor): Promise<string[]> {
  const kinds = [{ kind: 'own' }, { kind: 'teaching' }, { kind: 'club', organizationId: 20 }]
  const feeds = await Promise.all(
    kinds.map(async (body) => {
      const answer = await person.fetch('POST', '/Calendar/subscriptions', body)
      if (!answer.ok) return []
      return [new URL((await answer.json<CalendarSubscription>()).address, 'http://portal.test').pathname.slice(4)]
    }),
  )
  const reportBodies = [
    { report: 'SignedUpAndCompleted' },
    { report: 'CourseAnswers', educationPartId: course.webPartId },
  ]
  const files = Object.keys(roles).length === 0 ? [] : reportBodies
  const reports = await Promise.all(
    files.map(async (body) => {
      const answer = await person.fetch('POST', '/reports/files', body)
      return answer.ok ? [`/reports/files/${(await answer.json<{ id: string }>()).id}`] : []
    }),
  )
  return [...feeds, ...reports].flat()
}

/** Sends every actor a notice and an e-mail that name the child. */
async function nameChildTo({ id }: Person): Promise<void> {
  const now = new Date()
  const values = { name: child.name, title: `${child.name}s inlämning`, text: `Från ${child.name}.` }
  await query.insert(notices).values({ userId: id, kind: 'commentWritten', values, createdAt: now })
  const mail = { recipient: 'x@example.se', subject: child.name, body: `${child.name}: ${child.privateTexts[0]}` }
  await query.insert(outboxMails).values({ ...mail, userId: id, messageId: `named-${id}`, createdAt: now })
}

beforeAll(async () => {
  const place = { clubId: 20, course, occasionId: course.occasionIds[0], examId: null }
  child = { ...(await insertParticipation(place, licenseId, true)), guardianUserId: guardian.id }
  const [firstName = '', lastName = ''] = child.name.split(' ')
  markers = [firstName, lastName, ...child.privateTexts]
  const link = { adultUserId: guardian.id, childUserId: child.userId, createdByUserId: child.userId }
  await query
    .insert(guardianLinks)
    .values({ ...link, relation: 'parent', confirmedAt: new Date(), createdAt: new Date() })
  for (const actor of actors) {
    made.set(actor.person.id, await createUrlsFor(actor))
    await nameChildTo(actor.person)
  }
  await drainJobs()
  await protect(office, child.userId)
  await invalidateCache()
}, 120_000)

const withoutFreeText = (text: string) => text.replaceAll(/(Allergisk mot|Fråga från) [\w-]+/g, '')
const found = (text: string) => markers.filter((marker) => withoutFreeText(text).includes(marker))

describe('only the office reads a protected child’s identity, from earlier data or by any call', () => {
  test.each(others.map((actor) => [actor.name, actor] as const))(
    '%s',
    async (_name, actor) => {
      const leaks: string[] = []
      const resources = await things()
      for (const name of listReadingCalls(actor))
        leaks.push(
          ...found(await readAnswerAs(actor.person, name, resources, child.userId)).map((one) => `${name}: ${one}`),
        )
      for (const path of made.get(actor.person.id) ?? [])
        leaks.push(
          ...found(await readResponseText(await actor.person.fetch('GET', path))).map((one) => `${path}: ${one}`),
        )
      expect(leaks).toEqual([])
    },
    120_000,
  )
})

test('calendars and reports existed before, and reports of people are removed', async () => {
  const all = [...made.values()].flat()
  expect(all.filter((path) => path.includes('/feeds/')).length).toBeGreaterThan(10)
  const reports = [...made].flatMap(([id, paths]) =>
    paths.filter((path) => path.startsWith('/reports')).map((path) => [id, path] as const),
  )
  expect(reports.length).toBeGreaterThan(5)
  for (const [id, path] of reports) {
    const owner = actors.find(({ person }) => person.id === id)?.person
    expect((await owner?.fetch('GET', path))?.status).toBe(404)
  }
})

test('no other system reads the person by any call that it may make', async () => {
  const system = call(await createIntegrationSecret('IntegrationRead'))
  const resources = await things()
  const calls = Object.values(contracts).flatMap((slice) =>
    Object.entries(slice).flatMap(([name, { integration }]) =>
      integration?.permission === 'IntegrationRead' ? [name] : [],
    ),
  )
  expect(calls.length).toBeGreaterThan(10)
  const leaks: string[] = []
  for (const name of calls) {
    const [method = '', path = ''] = name.split(' ')
    const body = method === 'GET' ? undefined : toBody(name, resources, child.userId)
    const text = await readResponseText(await system(method, toAddress(path, resources, child.userId), body))
    leaks.push(...found(text).map((marker) => `${name}: ${marker}`))
    if (text.includes(`"userId":${child.userId},`)) leaks.push(`${name}: the number`)
  }
  expect(leaks).toEqual([])
})

test('the public check of a certificate finds none of a protected person', async () => {
  const [row] = await query.select().from(educationResults).where(eq(educationResults.userId, child.userId))
  expect(row?.verificationCode).toBeTruthy()
  expect((await anonymous('GET', `/certificates/${row?.verificationCode}`)).status).toBe(404)
})

test('each answer that shows the office who the person is records a read', async () => {
  const superadministrator = actors.find(({ person }) => person === office) as Actor
  const resources = await things()
  const isRead = and(eq(auditEntries.action, 'user.protectedRead'), eq(auditEntries.targetId, String(child.userId)))
  const reads = async () => (await query.select().from(auditEntries).where(isRead)).length
  const [silent, telling]: [string[], string[]] = [[], []]
  for (const name of listReadingCalls(superadministrator)) {
    const before = await reads()
    const answer = await readAnswerAs(office, name, resources, child.userId)
    if (found(answer).length === 0) continue
    telling.push(name)
    if ((await reads()) === before) silent.push(`${name}: ${found(answer)}`)
  }
  expect(silent).toEqual([])
  expect(telling).toEqual(expect.arrayContaining(['GET /User/:id', 'GET /user/:id/profile', 'POST /User/filtered']))
}, 120_000)

test('mails and notices written after the protection do not name the person to anybody else', async () => {
  const since = new Date()
  const to = (path: string, method: string, body: unknown) => office.fetch(method, path, body)
  const [occasionId] = course.occasionIds
  const letter = { resultIds: [child.resultId], subject: 'Välkommen', text: 'Hej!' }
  const answers = [
    await to(`/EducationPartOccasions/${occasionId}/participants/mail`, 'POST', letter),
    await to(`/Educations/${course.educationId}/AddUserToEducation`, 'PUT', { userIds: [child.userId] }),
    await to(`/comments/${child.resultId}`, 'POST', 'Hej'),
    await to(`/EducationPartOccasions/${occasionId}/CancelOccasion`, 'PUT', {}),
  ]
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(1)
  await drainJobs()
  const elses = or(ne(outboxMails.userId, child.userId), sql`user_id is null`)
  const mails = await query
    .select()
    .from(outboxMails)
    .where(and(gt(outboxMails.createdAt, since), elses))
  const noticeRows = await query
    .select()
    .from(notices)
    .where(and(gt(notices.createdAt, since), ne(notices.userId, child.userId)))
  expect(found(JSON.stringify([mails, noticeRows]))).toEqual([])
  expect(noticeRows.filter(({ userId }) => userId === guardian.id)).toEqual([])
})

test('the name is in the database where the decision allows it, and nowhere else', async () => {
  const [firstName = '', lastName = ''] = child.name.split(' ')
  const email = child.privateTexts[0] ?? ''
  expect(await listColumnsHolding(firstName, lastName, email)).toEqual([
    'protected_identities.email',
    'protected_identities.first_name',
    'protected_identities.last_name',
    'protected_words.account',
    'protected_words.name',
  ])
})
