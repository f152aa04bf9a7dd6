import type { CourseLearner } from '#api/courses/xapi/figures/contract.ts'
import { formatCursor, type LearnerSort, learnerSorts, parseCursor } from '#api/courses/xapi/figures/rules.ts'
import type { Translate } from '#locales/translate.ts'

/** Formats seconds as a duration, in texts of `course-figures`: "1 h 5 min", "12 min", "40 s". */
export function formatDuration(t: Translate, seconds: number): string {
  const wholeSeconds = Math.round(seconds)
  const minutes = Math.round(wholeSeconds / 60)
  if (wholeSeconds < 60) return t('duration.seconds', { seconds: wholeSeconds })
  if (minutes < 60) return t('duration.minutes', { minutes })
  return t('duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** Returns a share in whole per cent; 0 of nothing. */
export const toPercent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100))

const outcomeTones = { passed: 'success', completed: 'success', failed: 'warning', open: 'neutral' } as const

/** Returns the tone of the badge that shows an outcome; `neutral` while there is none. */
export const outcomeTone = (outcome: CourseLearner['outcome']) => (outcome === null ? 'neutral' : outcomeTones[outcome])

/** Search, order and page of the learners of a course, from the page's URL. */
export interface LearnerChoice {
  search: string
  sort: LearnerSort
  after?: string
}

/**
 * Parses the choice of learners, by their last activity unless the URL says otherwise. Invalid parameters are ignored,
 * and the search is trimmed and cut at 100 characters. `after` is absent on the first page.
 */
export function parseLearnerChoice(address: URLSearchParams): LearnerChoice {
  const sort = learnerSorts.find((one) => one === address.get('sort')) ?? 'lastSeen'
  const after = parseCursor(address.get('after') ?? '')
  return {
    search: (address.get('search') ?? '').trim().slice(0, 100),
    sort,
    ...(after ? { after: formatCursor(after) } : {}),
  }
}

/** Returns `path` with a choice of learners as its query, at their list (`#learners`). */
export function formatLearnersUrl(path: string, { search, sort, after }: LearnerChoice): string {
  const query = new URLSearchParams({ ...(search && { search }), sort, ...(after && { after }) })
  return `${path}?${query}#learners`
}

/** Returns the path of the figures of a part's course, as read through one education. */
export const figuresPath = (educationId: number, educationPartId: number) =>
  `/education/${educationId}/courseFigures/${educationPartId}`
