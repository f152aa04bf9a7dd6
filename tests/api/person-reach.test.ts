import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import type { SubmissionPage } from '#api/participation/submissions/review/contract.ts'
import { users } from '#api/people/users/table.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createSubmission, createSubmissionPart } from '../submission.ts'
import { createAdult, createExam, createMinor, insertDriver } from './exams/fixtures.ts'

await insertFederation()
await configurePortal({ features: ['PracticalDriverExamination'] })
const { query } = database()

test('the list of submissions to review records the reading of a minor', async () => {
  const { educator, learner, submission } = await createSubmission()
  await query.update(users).set({ birthOn: '2014-01-01' }).where(eq(users.id, learner.id))
  const page = await educator.json<SubmissionPage>('POST', '/submissionAdmin', {
    submissionIds: [submission.submissionId],
  })
  expect(page.items).toHaveLength(1)
  const reads = await query
    .select({ targetId: auditEntries.targetId })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'user.read'), eq(auditEntries.userId, educator.id)))
  expect(reads).toEqual([{ targetId: String(learner.id) }])
})

test('the adult who accompanies a driver reads the sign-up until it is cancelled', async () => {
  const exam = await createExam()
  const [adult, driver] = [await createAdult(), await createMinor()]
  await insertDriver(exam, driver, { guardianUserId: adult.id })
  expect(await adult.json('GET', `${exam.path}/results`)).toHaveLength(1)
  const cancelled = await createExam()
  await insertDriver(cancelled, driver, { guardianUserId: adult.id, canceled: true })
  expect(await adult.json('GET', `${cancelled.path}/results`)).toEqual([])
})

describe('what an administrator reads about a person', () => {
  const readers: [string, HeldRoles, number][] = [
    ['a superadministrator', { SuperAdministrator: {} }, 200],
    ['the administrator of the person’s district', { Administrator: { Organization: [2] } }, 200],
    ['the administrator of another district', { Administrator: { Organization: [3] } }, 403],
    ['the administrator of the person’s club', { OrganizationAdmin: { Organization: [20] } }, 403],
    ['an educator', { Educator: {} }, 403],
    ['a member', {}, 403],
  ]
  const paths = (id: number) => [
    `/user/${id}/EducationsForResponsible`,
    `/user/${id}/EducationCountForResponsible`,
    `/Articulate/isEducatorMaterialCompleted/1/${id}`,
  ]

  test.each(readers)('ends at the branch: %s', async (_name, roles, status) => {
    const person = await signedIn({ organizationIds: [20] })
    const reader = await signedIn({ roles })
    for (const path of paths(person.id)) expect((await reader.fetch('GET', path)).status, path).toBe(status)
  })

  test('an educator reads their own', async () => {
    const person = await signedIn({ roles: { Educator: {} } })
    for (const path of paths(person.id)) expect((await person.fetch('GET', path)).status, path).toBe(200)
  })
})

describe('a course package', () => {
  async function insertPackage(uploader: Person, educationPartId: number | null) {
    const now = new Date()
    const row = { originalName: 'kurs.zip', size: 10, folder: crypto.randomUUID(), createdAt: now, changedAt: now }
    const [inserted] = await query
      .insert(contentPackages)
      .values({ ...row, uploadedByUserId: uploader.id, educationPartId })
      .returning()
    return `/Packages/${inserted?.id}`
  }

  test('is readable to its uploader, to managers of its part and to administrators', async () => {
    const { educator, educationPartId } = await createSubmissionPart()
    const uploader = await signedIn({ roles: { Educator: {} } })
    const administrator = await signedIn({ roles: { Administrator: {} } })
    const [ofPart, ofNothing] = [await insertPackage(uploader, educationPartId), await insertPackage(uploader, null)]
    const statusesOf = (person: Person) =>
      Promise.all([ofPart, ofNothing].map(async (path) => (await person.fetch('GET', path)).status))
    expect(await statusesOf(uploader)).toEqual([200, 200])
    expect(await statusesOf(educator)).toEqual([200, 404])
    expect(await statusesOf(administrator)).toEqual([200, 200])
    const other = await createSubmissionPart()
    expect(await statusesOf(other.educator)).toEqual([404, 404])
  })
})
