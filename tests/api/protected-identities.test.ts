import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import type { CallResources } from '../callers.ts'
import { mediaTag, medium } from '../catalogue.ts'
import { insertLicense } from '../licenses.ts'
import { database, invalidateCache, type Person, signedIn } from '../portal.ts'
import { reason } from '../protection.ts'
import { bodyOf } from '../response-body.ts'
import { type Actor, createActors } from '../scope/actors.ts'
import { readAnswerAs } from '../scope/call-answers.ts'
import { insertCourse } from '../scope/federation.ts'
import { insertParticipation, type Participation } from '../scope/participation.ts'
import { listReadingCalls } from '../scope/reading-calls.ts'

const { query } = database()
const licenseId = await insertLicense()
const course = await insertCourse('Alfa')
const actors = await createActors(course)
const isOffice = ({ roles }: Actor) => 'SuperAdministrator' in roles
const office = actors.find(isOffice)?.person as Person
const others = actors.filter((actor) => !isOffice(actor))
const administrator: Actor = {
  name: 'the administrator of everything',
  roles: { Administrator: {} },
  isInScope: () => false,
  person: await signedIn({ roles: { Administrator: {} } }),
}

const place = { clubId: 20, course, occasionId: course.occasionIds[0], examId: course.examId }
let somebody: Participation
const protect = (isProtected: boolean, by = office) =>
  by.fetch('PUT', `/User/${somebody.userId}/protection`, { protected: isProtected, ...(isProtected && { reason }) })

beforeAll(async () => {
  somebody = { ...(await insertParticipation(place, licenseId)), guardianUserId: null }
  expect((await protect(true)).status).toBe(200)
  await invalidateCache()
})

const things = async (): Promise<CallResources> => ({
  educationId: course.educationId,
  educationPartId: course.classPartId,
  occasionId: course.occasionIds[0],
  examId: course.examId,
  resultId: somebody.resultId,
  educationPartResultId: somebody.resultId,
  examResultId: somebody.examResultId,
  educationResultId: somebody.educationResultId,
  submissionId: somebody.submissionId,
  licenseId,
  child: { id: somebody.userId },
  mediaId: await medium({ educationIds: [course.educationId] }),
  tagId: await mediaTag(`Banor ${Math.random()}`),
})

describe('only the office reads a protected identity, by any call', () => {
  const named = [...others, administrator].map((actor) => [actor.name, actor] as const)
  test.each(named)(
    '%s',
    async (_name, actor) => {
      const { name, privateTexts, userId } = somebody
      const [firstName = '', lastName = ''] = name.split(' ')
      const markers = [firstName, lastName, ...privateTexts]
      const [leaks, resources]: [string[], CallResources] = [[], await things()]
      for (const call of listReadingCalls(actor)) {
        // The person's own answer to the organiser's question may hold any text.
        const answer = (await readAnswerAs(actor.person, call, resources, userId)).replaceAll(
          /Allergisk mot [\w-]+/g,
          '',
        )
        leaks.push(...markers.filter((marker) => answer.includes(marker)).map((marker) => `${call}: ${marker}`))
      }
      expect(leaks).toEqual([])
    },
    120_000,
  )
})

const read = async <Body>(who: Person, path: string) => (await who.fetch('GET', path)).json<Body>()

test('the educator sees that the seat is taken, without name, address or club', async () => {
  const leader = actors.find(({ name }) => name === 'an educator who leads one occasion')
  const path = `/EducationPartOccasions/${course.occasionIds[0]}/participants`
  const rows = await read<object[]>(leader?.person ?? office, path)
  expect(rows).toMatchObject([
    { name: 'Skyddad deltagare', email: null, phone: null, birthDate: null, organizationNames: [] },
  ])
})

test('the office sees the identity, and each read is recorded', async () => {
  const path = `/User/${somebody.userId}`
  const before = (await query.select().from(auditEntries).where(eq(auditEntries.action, 'user.protectedRead'))).length
  for (let at = 0; at < 2; at += 1)
    expect(await read(office, path)).toMatchObject({
      name: somebody.name,
      protected: true,
      organizations: { 20: 'Åre MK' },
      email: somebody.privateTexts[0],
    })
  const rows = await query.select().from(auditEntries).where(eq(auditEntries.action, 'user.protectedRead'))
  expect(rows.length - before).toBe(2)
})

test('only the office finds the person by the hidden name and address', async () => {
  const [firstName = '', lastName = ''] = somebody.name.split(' ')
  const found = async (by: Person, searchString: string) => {
    const answer = await by.fetch('POST', '/User/filtered', { searchString })
    return (await answer.json<{ items: { id: number }[] }>()).items.map(({ id }) => id)
  }
  for (const text of [somebody.name, lastName.slice(0, -1).toUpperCase(), firstName, somebody.privateTexts[0] ?? '']) {
    expect([text, await found(office, text)]).toEqual([text, [somebody.userId]])
    expect([text, await found(administrator.person, text)]).toEqual([text, []])
  }
})

test('only superadministrators protect, and no change restores the name during the protection', async () => {
  expect((await protect(false, administrator.person)).status).toBe(403)
  const edit = await office.fetch('PUT', `/user/edit/${somebody.userId}`, { phone: '070-7654321' })
  expect([edit.status, (await bodyOf<{ code: string }>(edit)).code]).toEqual([409, 'identity_protected'])
  const sync = () =>
    query.update(users).set({ firstName: 'Anna', externalPersonId: 'x' }).where(eq(users.id, somebody.userId))
  await expect(sync()).rejects.toThrow()
  const member = { userId: somebody.userId, organizationId: 21 }
  await expect(query.insert(userOrganizations).values(member)).rejects.toThrow()
  await expect(signedIn({ externalPersonId: somebody.privateTexts[3] ?? '' })).rejects.toThrow()
})

test('the person cannot be erased during the protection, since the name is stored elsewhere', async () => {
  expect((await office.fetch('POST', `/user/${somebody.userId}/erasure`)).status).toBe(200)
  const { items } = (await read(office, '/ErasureRequests')) as { items: { id: number; user: { id: number } }[] }
  const request = items.find(({ user }) => user.id === somebody.userId)
  // The office reads it before it tries.
  expect(await read(office, `/ErasureRequests/${request?.id}`)).toMatchObject({
    preview: {
      refusal: 'identity_protected',
      concerns: expect.arrayContaining([{ kind: 'protectedIdentity', count: 1 }]),
    },
  })
  const refused = await office.fetch('POST', `/ErasureRequests/${request?.id}/confirm`)
  expect([refused.status, (await bodyOf<{ code: string }>(refused)).code]).toEqual([409, 'identity_protected'])
})

test('a guardian no longer reads or downloads data of a protected child', async () => {
  const [guardian, child] = [await signedIn(), await signedIn({ birthOn: '2015-05-05' })]
  const now = new Date()
  const pair = { adultUserId: guardian.id, childUserId: child.id, createdByUserId: child.id }
  await query.insert(guardianLinks).values({ ...pair, relation: 'parent', confirmedAt: now, createdAt: now })
  const statuses = () =>
    Promise.all(
      [`/user/${child.id}/personaldata`, `/User/${child.id}`].map(
        async (path) => (await guardian.fetch('GET', path)).status,
      ),
    )
  expect(await statuses()).toEqual([200, 200])
  expect((await office.fetch('PUT', `/User/${child.id}/protection`, { protected: true, reason })).status).toBe(200)
  expect(await statuses()).toEqual([403, 404])
  expect((await guardian.fetch('POST', `/user/${child.id}/erasure`)).status).toBe(403)
})

test('the educator does not get club, guardian, age or answers', async () => {
  const educator = actors.find(({ name }) => name.includes('occasion'))?.person as Person
  const rows = await read<Record<string, unknown>[]>(
    educator,
    `/EducationPartOccasions/${course.occasionIds[0]}/participants`,
  )
  expect(rows.find(({ userId }) => userId === somebody.userId)).toMatchObject({
    name: 'Skyddad deltagare',
    invoiceRecipientId: null,
    guardianUserId: null,
    guardianName: null,
    age: null,
    customAnswers: [],
  })
})

test('lists of results show no payer, guardian or answers of a protected identity to an educator', async () => {
  const educator = actors.find(({ name }) => name.includes('occasion'))?.person as Person
  const hidden = { invoiceRecipientId: null, guardianUserId: null, customAnswers: [] }
  const [occasionId] = course.occasionIds
  type Rows = { userId: number; customAnswers: unknown[] }[]
  for (const path of [
    `/EducationPartOccasions/results?ids=${occasionId}`,
    `/EducationParts/${course.classPartId}/results`,
  ]) {
    const ofSomebody = (rows: Rows) => rows.find(({ userId }) => userId === somebody.userId)
    expect([path, ofSomebody(await read<Rows>(educator, path))]).toMatchObject([path, hidden])
    expect(ofSomebody(await read<Rows>(office, path))?.customAnswers).not.toEqual([])
  }
})

test('texts sent to others are masked, without changing a longer name with the same beginning', async () => {
  const [reader, eva] = [await signedIn(), await signedIn({ firstName: 'Eva', lastName: 'Berg' })]
  const noticeValues = { name: 'Eva Berg', text: 'Eva Berg, och Eva Bergström kom.' }
  const row = { userId: reader.id, kind: 'submissionHandedIn' as const, createdAt: new Date() }
  await query.insert(notices).values({ ...row, values: noticeValues })
  expect((await office.fetch('PUT', `/User/${eva.id}/protection`, { protected: true, reason })).status).toBe(200)
  const [notice] = await query.select().from(notices).where(eq(notices.userId, reader.id))
  expect(notice?.values).toEqual({ name: 'Skyddad deltagare', text: 'Skyddad deltagare, och Eva Bergström kom.' })
})

test('ending the protection restores everything except the picture', async () => {
  expect((await protect(false)).status).toBe(200)
  const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
  expect(await read(club, `/User/${somebody.userId}`)).toMatchObject({
    name: somebody.name,
    protected: false,
    organizations: { 20: 'Åre MK' },
    email: somebody.privateTexts[0],
    externalPersonId: somebody.privateTexts[3],
  })
  expect((await protect(true)).status).toBe(200)
})
