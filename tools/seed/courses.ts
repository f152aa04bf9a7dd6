import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { educatorMaterialCompletions, educatorMaterials } from '#api/catalogue/educator-materials/table.ts'
import type { PackageFormat } from '#api/catalogue/packages/course-structure.ts'
import { inspectPackage, isRefusal } from '#api/catalogue/packages/inspect.ts'
import { toLaunchPath } from '#api/catalogue/packages/launch.ts'
import { createBytesSource } from '#api/catalogue/packages/range-source.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import type { StoryEducation } from '#story/catalogue/education.ts'
import { buildCourses } from '../courses.ts'
import type { World } from './world.ts'

/** Slugs of the project's own courses, in the order of their package ids. */
const slugs: readonly string[] = ['flaggor-pa-banan', 'sakerhet-i-depan', 'leda-ovningar']
const forEducators = 'leda-ovningar'

/** A zipped course, inspected like an uploaded one. */
export interface ReadCourse {
  slug: string
  folder: string
  size: number
  entry: string
  format: PackageFormat
  activityId: string | null
  title: string | null
  files: { path: string; bytes: Uint8Array }[]
}

async function readCourse(slug: string, path: string): Promise<ReadCourse> {
  const zip = await readFile(path)
  const inspected = await inspectPackage(createBytesSource(zip))
  if (isRefusal(inspected)) throw new Error(`${path} is refused: ${inspected}`)
  const files: ReadCourse['files'] = []
  for (const entry of inspected.files) {
    const bytes = await inspected.archive.read(entry)
    if (isRefusal(bytes)) throw new Error(`${entry.path} in ${path} is refused: ${bytes}`)
    files.push({ path: entry.path, bytes })
  }
  return {
    slug,
    // Browsers cache a package's files without limit, so a changed course gets another folder.
    folder: createHash('sha256').update(zip).digest('hex').slice(0, 32),
    size: zip.length,
    entry: toLaunchPath(inspected.launch),
    format: inspected.format,
    activityId: inspected.activityId,
    title: inspected.title,
    files,
  }
}

/** Zips the courses if their sources have changed, and reads them in a fixed order. */
export async function readCourses(): Promise<ReadCourse[]> {
  const built = await buildCourses()
  const pathOf = (slug: string) => built.find((course) => course.slug === slug)?.path
  return Promise.all(slugs.map((slug) => readCourse(slug, pathOf(slug) ?? `${slug} is not among the courses`)))
}

/** Returns the id of the course package that an education's digital part has. */
export const packageFor = (story: StoryEducation) =>
  story.trains.some((role) => role === 'Flaggvakt' || role === 'Förare' || role === 'Domare') ? 1 : 2

/** Adds the rows of the course packages, as unpacked; their files are stored by `fillPortal`. */
export function addCourses({ ledger, calendar }: World, courses: readonly ReadCourse[]): void {
  for (const { slug, files, folder, size, entry, format, activityId, title } of courses) {
    ledger.add(contentPackages, {
      id: slugs.indexOf(slug) + 1,
      originalName: `${slug}.zip`,
      state: 2,
      filesDone: files.length,
      filesTotal: files.length,
      uploadedByUserId: 1,
      createdAt: calendar.at(-120),
      changedAt: calendar.at(-120),
      folder,
      size,
      entry,
      format,
      activityId,
      title,
    })
  }
}

/** Adds a guide for educators to each classroom part; every other responsible person has completed it. */
export function addEducatorMaterials({ ledger, calendar, educations }: World): void {
  const packageId = slugs.indexOf(forEducators) + 1
  for (const { parts, responsibleIds } of educations) {
    const part = parts.find(({ letter }) => letter === 'C')
    if (!part) continue
    const id = ledger.nextId(educatorMaterials)
    const at = calendar.at(-90)
    ledger.add(educatorMaterials, {
      id,
      name: 'Leda övningar',
      educationPartId: part.id,
      packageId,
      createdAt: at,
      changedAt: at,
    })
    for (const [place, userId] of responsibleIds.entries())
      if (place % 2 === 1)
        ledger.add(educatorMaterialCompletions, {
          educatorMaterialId: id,
          userId,
          completedAt: calendar.at(-60 + place, 18),
        })
  }
}
