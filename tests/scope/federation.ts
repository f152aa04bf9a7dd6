import { eq } from 'drizzle-orm'
import { educationRoles } from '#api/catalogue/education-roles/table.ts'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { driverExamResponsibles, driverExams } from '#api/catalogue/exams/table.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { category, education, occasion, part } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

/**
 * An education with a classroom part, an online course, a submission and an exam; two occasions of the classroom part,
 * one exam.
 */
export interface ScopeCourse {
  educationId: number
  categoryId: number
  roleId: number
  classPartId: number
  webPartId: number
  submissionPartId: number
  examPartId: number
  /** The first may have a leader of its own; the second has none. */
  occasionIds: [first: number, second: number]
  examId: number
}

const now = new Date()

async function insertRole(name: string): Promise<number> {
  const [row] = await database()
    .query.insert(educationRoles)
    .values({ name, group: 0, changedAt: now })
    .returning({ id: educationRoles.id })
  if (!row) throw new Error('the role was not inserted')
  return row.id
}

async function insertExam(educationId: number, educationPartId: number): Promise<number> {
  const startsAt = inDays(12)
  const [row] = await database()
    .query.insert(driverExams)
    .values({
      educationPartId,
      educationId,
      startsAt,
      endsAt: inDays(12.2),
      heldOn: toPortalDay(startsAt),
      city: 'Karlstad',
      examinerId: (await signedIn({ lastName: 'Examinator' })).id,
      createdAt: now,
      changedAt: now,
    })
    .returning({ id: driverExams.id })
  if (!row) throw new Error('the examination was not inserted')
  return row.id
}

export async function insertCourse(name: string): Promise<ScopeCourse> {
  const [categoryId, roleId] = [await category(`Gren ${name}`), await insertRole(`Roll ${name}`)]
  const classPartId = await part({ title: `Lektion ${name}` })
  const webPartId = await part({ title: `Webbkurs ${name}`, type: 1 })
  const submissionPartId = await part({ title: `Inlämning ${name}`, type: 3 })
  const examPartId = await part({ title: `Prov ${name}`, type: 2 })
  const educationId = await education({
    title: `Utbildning ${name}`,
    hoursHundredths: 800,
    categoryIds: [categoryId],
    roleIds: [roleId],
    partIds: [classPartId, webPartId, submissionPartId, examPartId],
  })
  const given = { educationPartId: classPartId, educationId }
  return {
    educationId,
    categoryId,
    roleId,
    classPartId,
    webPartId,
    submissionPartId,
    examPartId,
    occasionIds: [
      await occasion({ ...given, startsAt: inDays(10) }),
      await occasion({ ...given, startsAt: inDays(11) }),
    ],
    examId: await insertExam(educationId, examPartId),
  }
}

export const addOccasionResponsible = (occasionId: number, userId: number) =>
  database().query.insert(occasionResponsibles).values({ occasionId, userId })

export const addEducationResponsible = (educationId: number, userId: number) =>
  database().query.insert(educationResponsibles).values({ educationId, userId })

/** Makes the first person the examiner and names the second beside. */
export async function setExaminers(driverExamId: number, examinerId: number, userId: number): Promise<void> {
  const { query } = database()
  await query.update(driverExams).set({ examinerId }).where(eq(driverExams.id, driverExamId))
  await query.insert(driverExamResponsibles).values({ driverExamId, userId })
}
