import { subYears } from 'date-fns'
import { dayIn, endOfDay, startOfDay } from '../zone.ts'

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

export interface Period {
  from: Date
  until: Date
  /** The days that it begins and ends with. */
  fromOn: string
  untilOn: string
}

/** From the beginning of the first day to the end of the last; the last twelve months where nothing is said. */
export function periodOf(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  now: Date,
): Period {
  const until = endOfDay(endDate ?? dayIn(now))
  const from = startOfDay(startDate ?? dayIn(subYears(until, 1)))
  return { from, until, fromOn: dayIn(from), untilOn: dayIn(until) }
}

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

const hourMs = 3_600_000

/** Days of many moments. The hour settles it, and few of them are different: a calendar is asked once for each. */
export function dayTeller(): (moment: string | Date | null) => string | null {
  const known = new Map<number, string>()
  return (moment) => {
    if (moment === null) return null
    const time = typeof moment === 'string' ? Date.parse(moment) : moment.getTime()
    const hour = Math.floor(time / hourMs)
    const day = known.get(hour) ?? dayIn(new Date(hour * hourMs))
    known.set(hour, day)
    return day
  }
}

export interface Club {
  name: string
  /** Ancestor ids from the root and the own id, `/1/7/42/`. */
  path: string
  type: 0 | 1 | 2
}

/** The nearest district above, or the organisation itself when it is one. */
export function districtOf(organizations: ReadonlyMap<number, Club>, id: number | null): number | null {
  const path = id === null ? undefined : organizations.get(id)?.path
  const above = path?.split('/').filter(Boolean).map(Number).reverse() ?? []
  return above.find((one) => organizations.get(one)?.type === 1) ?? null
}
