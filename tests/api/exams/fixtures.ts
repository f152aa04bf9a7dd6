import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { createEducation } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays, inHours } from '../../time.ts'

export const examsPath = '/EducationPartsPracticalDriverExam'

export const checklist = [
  { id: 1, text: 'Flaggor', required: true },
  { id: 2, text: 'Starten', required: true },
  { id: 3, text: 'Banans skötsel', required: false },
]

export const signature = 'M10 10 L20 20 L30 15'

/** Returns the birth date of a person who turns `age` in `days` days from today. */
export function birthDateTurning(age: number, days: number): string {
  const day = toPortalDay(inDays(days))
  return `${Number(day.slice(0, 4)) - age}${day.slice(4)}`
}

/** Creates an education with an exam part, its educator, and an exam with that educator as examiner. */
export async function createExam(overrides: Partial<typeof driverExams.$inferInsert> = {}, education = {}) {
  const examiner = await signedIn({ roles: { Educator: {} }, firstName: 'Eva', birthOn: '1980-01-01' })
  const made = await createEducation([{ type: 2, title: 'Förarprov', examChecklist: checklist }], education)
  await database().query.insert(educationResponsibles).values({ educationId: made.id, userId: examiner.id })
  const startsAt = overrides.startsAt ?? inDays(14)
  const [exam] = await database()
    .query.insert(driverExams)
    .values({
      educationPartId: made.firstPartId,
      educationId: made.id,
      startsAt,
      endsAt: inHours(4, startsAt),
      heldOn: toPortalDay(startsAt),
      city: 'Karlstad',
      examinerId: examiner.id,
      createdAt: new Date(),
      changedAt: new Date(),
      ...overrides,
    })
    .returning()
  if (!exam) throw new Error('the examination was not inserted')
  return { exam, examiner, education: made, path: `${examsPath}/${exam.id}` }
}

export type ExamFixture = Awaited<ReturnType<typeof createExam>>

/** Inserts a person's result for an exam directly into the database. */
export async function insertDriver(
  { exam }: ExamFixture,
  person: Pick<Person, 'id'>,
  more: Partial<typeof educationPartResults.$inferInsert> = {},
) {
  const [row] = await database()
    .query.insert(educationPartResults)
    .values({
      userId: person.id,
      educationPartId: exam.educationPartId,
      educationId: exam.educationId,
      practicalDriverExamId: exam.id,
      customAnswers: [],
      signedUpAt: inDays(-1),
      createdAt: inDays(-1),
      changedAt: inDays(-1),
      ...more,
    })
    .returning()
  if (!row) throw new Error('the result was not inserted')
  return row
}

export const linkGuardian = (adult: Person, child: Person, confirmed = true) =>
  database()
    .query.insert(guardianLinks)
    .values({
      adultUserId: adult.id,
      childUserId: child.id,
      createdByUserId: adult.id,
      confirmedAt: confirmed ? new Date() : null,
      createdAt: new Date(),
    })

export const createAdult = () => signedIn({ birthOn: '1983-05-01', firstName: 'Helena' })
export const createAdultDriver = () => signedIn({ birthOn: '1990-05-01', lastName: 'Vuxen' })
export const createMinor = () => signedIn({ birthOn: birthDateTurning(15, -40), lastName: 'Ung' })

export const toProtocol = (passed: boolean, failedIds: number[] = []) => ({
  items: checklist.map(({ id }) => ({
    id,
    passed: !failedIds.includes(id),
    comment: failedIds.includes(id) ? 'Öva mer' : null,
  })),
  passed,
  signature,
  signedDate: new Date().toISOString(),
})
