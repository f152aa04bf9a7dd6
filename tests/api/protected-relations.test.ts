import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { features } from '#api/features.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { HeldRoles } from '#api/held-roles.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { userOrganizations } from '#api/people/users/table.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import {
  createAdministrator as administrator,
  createFamily,
  listLinks,
  listNotices,
  requestLink,
} from '../guardians.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { protect, unprotect } from '../protection.ts'
import { createPdf, createSubmissionPart, uploadSubmission } from '../submission.ts'
import { createExam, insertDriver } from './exams/fixtures.ts'

await insertFederation()
await configurePortal({ features: [...features] })
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const readsOf = (userId: number) =>
  query
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'user.protectedRead'), eq(auditEntries.targetId, String(userId))))

interface Relations {
  guardians: { userId: number }[]
  wards: { userId: number }[]
}
const relationsOf = async (as: Person, of: Person) =>
  (await as.fetch('GET', `/user/${of.id}/profile`)).json<Relations>()

test('links to a protected child are listed for the child and the office only, and the office’s reads are recorded', async () => {
  const { helena, milo } = await createFamily()
  const near = await administrator()
  const everywhere = await signedIn({ roles: { Administrator: {} } })
  expect(await listLinks(everywhere, helena)).toHaveLength(1)
  await protect(superadministrator, milo.id)
  for (const reader of [helena, near, everywhere]) {
    const answer = await reader.fetch('GET', `/User/${helena.id}/guardian`)
    expect(answer.ok ? await answer.json() : []).toEqual([])
    const profile = await relationsOf(reader, helena)
    expect([profile.wards ?? [], profile.guardians ?? []]).toEqual([[], []])
  }
  expect(await listLinks(milo)).toHaveLength(1)
  expect((await relationsOf(milo, milo)).guardians).toHaveLength(1)
  const before = (await readsOf(milo.id)).length
  expect(await listLinks(superadministrator, helena)).toHaveLength(1)
  expect((await relationsOf(superadministrator, helena)).wards).toHaveLength(1)
  expect((await readsOf(milo.id)).length - before).toBe(2)
  await unprotect(superadministrator, milo.id)
  expect(await listLinks(helena)).toHaveLength(1)
})

test('a protected parent is listed for the parent and the office only', async () => {
  const { helena, milo } = await createFamily()
  await protect(superadministrator, helena.id)
  const everywhere = await signedIn({ roles: { Administrator: {} } })
  expect([await listLinks(milo), await listLinks(everywhere, milo)]).toEqual([[], []])
  expect([await listLinks(helena), await listLinks(superadministrator, milo)]).toMatchObject([[{}], [{}]])
})

test('a new request about a protected child gets the same response as one about nobody', async () => {
  const { helena, milo } = await createFamily()
  await protect(superadministrator, milo.id)
  const [answer, ofNobody] = [
    await requestLink(helena, helena, milo),
    await requestLink(helena, helena, { ...milo, id: 999_998 }),
  ]
  const [link, none] = [await answer.json<object>(), await ofNobody.json<object>()]
  expect(link).toEqual({ ...none, id: expect.any(Number), childUserId: milo.id, child: expect.anything() })
  expect(link).toMatchObject({ confirmed: false, child: { name: '' } })
})

test('a protected adult cannot be chosen as guardian, and no search finds them', async () => {
  const { milo } = await createFamily()
  const parent = await signedIn({ birthOn: '1980-01-01' })
  await protect(superadministrator, parent.id)
  expect((await requestLink(milo, parent, milo)).status).toBe(409)
})

test('superadministrators are notified of a protected child’s link, and no other office', async () => {
  const { milo } = await createFamily()
  const near = await administrator()
  const everywhere = await signedIn({ roles: { Administrator: {} } })
  await protect(superadministrator, milo.id)
  const other = await signedIn({ birthOn: '1980-01-01' })
  expect((await requestLink(milo, other, milo)).status).toBe(200)
  expect([await listNotices(near), await listNotices(everywhere)]).toEqual([[], []])
})

test('guardians of a protected child get no invitations, and lose notices and mails about the child', async () => {
  const { helena, milo } = await createFamily()
  const scene = await createSubmissionPart()
  const add = (educationId: number) =>
    superadministrator.fetch('PUT', `/Educations/${educationId}/AddUserToEducation`, { userIds: [milo.id] })
  const about = { kind: 'guardianConfirmed' as const, values: { name: 'X', child: 'Milo Ström' } }
  await query
    .insert(notices)
    .values({ ...about, userId: helena.id, path: `/profile/${milo.id}#guardians`, createdAt: new Date() })
  const mail = { recipient: 'helena@example.se', subject: 'Ny adress', userId: helena.id, createdAt: new Date() }
  await query
    .insert(outboxMails)
    .values({ ...mail, messageId: 'about-milo', body: `http://portal.test/profile/${milo.id}` })
  await protect(superadministrator, milo.id)
  expect(await listNotices(helena)).toEqual([])
  expect(await query.select().from(outboxMails).where(eq(outboxMails.messageId, 'about-milo'))).toEqual([])
  expect((await add(scene.educationId)).status).toBe(200)
  expect(await listNotices(helena)).toEqual([])
  const mailed = await query.select().from(outboxMails).where(eq(outboxMails.userId, helena.id))
  expect(mailed).toEqual([])
})

test('an exam of a protected child is in no calendar or list of the guardian', async () => {
  const { helena, milo } = await createFamily()
  const scene = await createExam()
  const { id } = await insertDriver(scene, milo, { guardianUserId: helena.id })
  const mine = async () =>
    (
      await helena.fetch('POST', '/EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList', {})
    ).text()
  expect(await mine()).toContain(`"id":${scene.exam.id}`)
  await protect(superadministrator, milo.id)
  expect(await mine()).not.toContain(`"id":${scene.exam.id}`)
  const [row] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, id))
  expect(row, 'it waits for another adult').toMatchObject({ guardianUserId: null, signedUpAt: null, canceled: false })
})

test('notifications of a submission and a comment go only to those who may read them', async () => {
  const scene = await createSubmissionPart()
  await query.insert(userOrganizations).values({ userId: scene.learner.id, organizationId: 20 })
  const responsible = async (roles: HeldRoles) => {
    const person = await signedIn({ roles })
    await query.insert(educationResponsibles).values({ educationId: scene.educationId, userId: person.id })
    return person
  }
  const people = [
    await responsible({ Educator: {} }),
    await responsible({ Educator: { Organization: [20] } }),
    await responsible({ Educator: {}, Administrator: { Organization: [2] } }),
    await responsible({ SuperAdministrator: {} }),
  ]
  const untold = [
    await responsible({ Educator: { Organization: [30] } }),
    await responsible({ Educator: {}, Administrator: { Organization: [3] } }),
    await responsible({}),
  ]
  const { body } = await uploadSubmission(scene.learner, scene.educationPartId, createPdf())
  expect((await scene.learner.fetch('POST', `/comments/${scene.resultId}`, 'Kan du titta?')).status).toBe(200)
  for (const person of people)
    expect((await listNotices(person)).map(([kind]) => kind)).toEqual(['submissionHandedIn', 'commentWritten'])
  for (const person of untold) {
    expect(await listNotices(person)).toEqual([])
    const desk = await person.fetch('POST', '/submissionAdmin', { submissionIds: [body.submissionId] })
    expect(desk.ok ? (await desk.json<{ total: number }>()).total : 0).toBe(0)
  }
})

test('shared answers from before do not show the name after the protection', async () => {
  const [educator, reader] = [await signedIn({ roles: { Educator: {} }, lastName: 'Delad' }), await signedIn()]
  expect((await educator.fetch('POST', '/Events', { content: 'Banan är öppen' })).status).toBe(200)
  await createExam({ examinerId: educator.id })
  const reads = [
    () => reader.fetch('GET', '/Events/latest'),
    () => reader.fetch('POST', '/EducationPartsPracticalDriverExam/filter', {}),
  ]
  for (const ask of reads) expect(await (await ask()).text()).toContain('Delad')
  const [firstRead] = reads
  expect((await firstRead?.())?.headers.get('cache-status')).toContain('hit')
  await protect(superadministrator, educator.id)
  for (const ask of reads) expect(await (await ask()).text()).not.toContain('Delad')
})

test('the preview of a role change records that it showed a protected identity', async () => {
  const person = await signedIn({ firstName: 'Gömd' })
  await protect(superadministrator, person.id)
  const body = { userIds: [person.id], change: 'give', role: 'Educator' }
  expect(await (await superadministrator.fetch('POST', '/User/roles/preview', body)).text()).toContain('Gömd')
  expect(await readsOf(person.id)).toHaveLength(1)
})
