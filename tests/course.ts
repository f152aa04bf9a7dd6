import { env } from 'cloudflare:workers'
import type { CompletionRule } from '#api/catalogue/education-parts/contract.ts'
import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educations, educationToPart, partDependencies } from '#api/catalogue/educations/table.ts'
import { contentPackages, contentPackageUnits } from '#api/catalogue/packages/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { insertParentRows } from './parent-rows.ts'
import { database } from './portal.ts'

const now = new Date()
const stamps = { createdAt: now, changedAt: now }

interface CourseOptions {
  completionRule?: CompletionRule
  minimumScore?: number | null
  startsAgain?: boolean
  published?: boolean
  type?: 0 | 1 | 2 | 3
  activityId?: string | null
  afterPartIds?: number[]
  /** Units of cmi5 in course order; the package has the format cmi5 when given. */
  units?: Partial<typeof contentPackageUnits.$inferInsert>[]
}

const insertedId = (rows: { id: number }[]) => {
  const [row] = rows
  if (!row) throw new Error('the row was not inserted')
  return row.id
}

/** Creates a published education with one digital part and an unpacked package. */
export async function createDigitalCourse(options: CourseOptions = {}) {
  const { query } = database()
  const folder = crypto.randomUUID().replaceAll('-', '')
  const activityId = options.activityId === undefined ? `https://courses.test/${folder}` : options.activityId
  await insertParentRows({ users: 1 })
  await env.FILES.put(`packages/${folder}/index.html`, '<!doctype html><title>Kurs</title>')
  const packageId = insertedId(
    await query
      .insert(contentPackages)
      .values({
        originalName: 'kurs.zip',
        size: 1,
        folder,
        state: 2,
        entry: 'index.html',
        activityId,
        format: options.units ? 'cmi5' : activityId === null ? 'page' : 'xapi',
        uploadedByUserId: 1,
        ...stamps,
      })
      .returning({ id: contentPackages.id }),
  )
  for (const [place, unit] of (options.units ?? []).entries()) {
    const position = place + 1
    const unitRow = { identifier: `urn:unit:${position}`, title: `Del ${position}`, entry: 'index.html', ...unit }
    await query.insert(contentPackageUnits).values({ ...unitRow, packageId, position })
  }
  const educationPartId = insertedId(
    await query
      .insert(educationParts)
      .values(
        withPartWords({
          title: 'Flaggor',
          type: options.type ?? 1,
          packageId,
          completionRule: options.completionRule ?? 'course',
          minimumScore: options.minimumScore ?? null,
          startsAgain: options.startsAgain ?? false,
          customQuestions: [],
          ...stamps,
        }),
      )
      .returning({ id: educationParts.id }),
  )
  const educationId = insertedId(
    await query
      .insert(educations)
      .values(
        withEducationWords({
          title: 'Förarlicens',
          publishedAt: options.published === false ? null : now,
          paymentMethods: [],
          customQuestions: [],
          ...stamps,
        }),
      )
      .returning({ id: educations.id }),
  )
  await query.insert(educationToPart).values({ educationId, educationPartId, position: 1 })
  for (const prerequisitePartId of options.afterPartIds ?? []) {
    await query.insert(partDependencies).values({ educationId, educationPartId, prerequisitePartId })
  }
  return { educationId, educationPartId, packageId, folder, activityId }
}

/** Signs a person up for a part, as opening the player does. */
export async function insertOpenResult(userId: number, educationPartId: number): Promise<number> {
  return insertedId(
    await database()
      .query.insert(educationPartResults)
      .values({ userId, educationPartId, signedUpAt: now, customAnswers: [], ...stamps })
      .returning({ id: educationPartResults.id }),
  )
}
