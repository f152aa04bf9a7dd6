import type { Period } from '#api/office/participations/rules.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'

/** Reports of a period, by the last segment of their URL. */
export const periodReports = ['SignedUpAndCompleted', 'Summary', 'EducationHours', 'ManualInvoicing'] as const
export type PeriodReport = (typeof periodReports)[number]

/** Reports that a job can write; `CourseAnswers` has no period. */
export const fileReports = [...periodReports, 'CourseAnswers'] as const
export type FileReport = (typeof fileReports)[number]

const fileNames: Record<PeriodReport, string> = {
  SignedUpAndCompleted: 'anmalda-och-genomforda',
  Summary: 'sammanstallning',
  EducationHours: 'utbildningstimmar',
  ManualInvoicing: 'fakturaunderlag',
}

/** Highest size in bytes at which a downloaded file counts as failed. */
export const maxFailedBytes = 10

/**
 * Returns the download name of a report: its Swedish name without accents, first and last day, such as
 * `sammanstallning_2026-01-01_2026-03-31.xlsx` for `Summary`.
 */
export const reportFileName = (report: PeriodReport, { fromOn, untilOn }: Period) =>
  `${fileNames[report]}_${fromOn}_${untilOn}.xlsx`

/** R2 prefix of report files. */
export const reportFilesPrefix = 'reports/'
/** Returns the R2 key of a report file, from the id of its job: `reports/<id>.xlsx`. */
export const reportFileKey = (id: string) => `${reportFilesPrefix}${id}.xlsx`
/** Days until a report file is deleted. */
export const fileRetentionDays = 7

/**
 * Returns the path of the page on which the owner can download a report file, of the id of its job. The link does not
 * give access by itself.
 */
export const reportFilePath = (id: string) => `/myeducations?view=reports&file=${id}`

/** Returns the download name of the course answers of a part: `kurssvar-<part id>.xlsx`. */
export const courseAnswersFileName = (educationPartId: number) => `kurssvar-${educationPartId}.xlsx`

const maxTitleLength = 60

/**
 * Returns the download name of the participants of an occasion or exam, of its education and day (`yyyy-MM-dd`):
 * `deltagare-banfunktionar-grund-2026-11-26.xlsx`. Letters lose their accents, because headers are ASCII.
 */
export function participantsFileName(title: string, day: string): string {
  const plain = title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxTitleLength)
    .replace(/^-+|-+$/g, '')
  return `${['deltagare', slug, day].filter(Boolean).join('-')}.xlsx`
}

/**
 * Converts days to the times in a report's URL: one second past the first midnight, and the last millisecond of the
 * last day, of the portal's zone and as ISO text in UTC.
 */
export const toReportTimes = (fromOn: string, untilOn: string) => ({
  startDate: new Date(startOfDay(fromOn).getTime() + 1000).toISOString(),
  endDate: endOfDay(untilOn).toISOString(),
})
