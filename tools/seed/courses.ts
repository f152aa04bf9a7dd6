import { contentPackages } from '#api/packages/table.ts'
import type { StoryEducation } from '#story/catalogue/education.ts'
import type { World } from './world.ts'

/** The two courses of the project, as packages that many parts share. */
export const courses = [
  { id: 1, slug: 'flaggor-pa-banan', folder: 'story-flaggor-pa-banan' },
  { id: 2, slug: 'sakerhet-i-depan', folder: 'story-sakerhet-i-depan' },
] as const

/** What is read from a zipped course. */
export interface ReadCourse {
  size: number
  entry: string
  activityId: string
  title: string
  files: { path: string; bytes: Uint8Array }[]
}

export const packageFor = (story: StoryEducation) =>
  story.trains.some((role) => role === 'Flaggvakt' || role === 'Förare' || role === 'Domare') ? 1 : 2

export function addCourses({ ledger, calendar }: World, read: readonly ReadCourse[]): void {
  courses.forEach((course, at) => {
    const found = read[at]
    if (!found) return
    ledger.add(contentPackages, {
      id: course.id,
      originalName: `${course.slug}.zip`,
      size: found.size,
      folder: course.folder,
      state: 2,
      entry: found.entry,
      activityId: found.activityId,
      title: found.title,
      filesDone: found.files.length,
      filesTotal: found.files.length,
      uploadedByUserId: 1,
      createdAt: calendar.at(-120),
      changedAt: calendar.at(-120),
    })
  })
}
