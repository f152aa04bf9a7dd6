import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { toPortalDay } from '#api/zone.ts'

/**
 * Loads the exams of an education for the reader, by time and at most 100 of each kind. `coming` has those from today;
 * `own` has those of any time with the reader as examiner, as driver or as guardian of a driver. Null when it has no
 * exam or the feature is off.
 */
export async function loadEducationExams(locals: App.Locals, education: Pick<Education, 'id' | 'parts'>) {
  const { api, configuration, ctx } = locals
  const isOn = configuration?.features.includes('PracticalDriverExamination')
  if (!isOn || !education.parts.some(({ type }) => type === partTypes.PracticalDrivingExam)) return null
  const filter = {
    educationIds: [education.id],
    cities: [],
    managed: false,
    sort: 'start' as const,
    page: 1,
    pageSize: 100,
  }
  const [coming, own] = await Promise.all([
    api('POST /EducationPartsPracticalDriverExam/filter', { body: { ...filter, startDate: toPortalDay(ctx.now) } }),
    api('POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList', { body: filter }),
  ])
  return { coming, own }
}

export type ExamFacts = NonNullable<Awaited<ReturnType<typeof loadEducationExams>>>
