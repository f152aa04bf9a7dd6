import type { Period } from '#api/office/participations/rules.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'

/** The four reports of a period, by the end of their call. */
export const periodReports = ['SignedUpAndCompleted', 'Summary', 'EducationHours', 'ManualInvoicing'] as const
export type PeriodReport = (typeof periodReports)[number]

/** All that can be made in the background: what people answered in a course has no period. */
export const fileReports = [...periodReports, 'CourseAnswers'] as const
export type FileReport = (typeof fileReports)[number]

const fileNames: Record<PeriodReport, string> = {
  SignedUpAndCompleted: 'anmalda-och-genomforda',
  Summary: 'sammanstallning',
  EducationHours: 'utbildningstimmar',
  ManualInvoicing: 'fakturaunderlag',
}

/** A file of this size or less is a failed one. */
export const failedBytes = 10

export const reportFileName = (report: PeriodReport, { fromOn, untilOn }: Period) =>
  `${fileNames[report]}_${fromOn}_${untilOn}.xlsx`

/** Where files lie that were made in the background, and for how many days. */
export const reportFiles = 'reports/'
export const reportFileKey = (id: string) => `${reportFiles}${id}.xlsx`
export const fileDaysKept = 7

/** Where somebody finds a file that is theirs. */
export const pathOfFile = (id: string) => `/myeducations?view=reports&file=${id}`

export const courseAnswersFileName = (educationPartId: number) => `kurssvar-${educationPartId}.xlsx`

export const participantsFileName = (id: number) => `deltagare-${id}.xlsx`

/** The moments that a report's address names: one second past the first midnight, and the last moment of the last day. */
export const reportMoments = (fromOn: string, untilOn: string) => ({
  startDate: new Date(startOfDay(fromOn).getTime() + 1000).toISOString(),
  endDate: endOfDay(untilOn).toISOString(),
})
