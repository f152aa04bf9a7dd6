import { day } from '../url-state/day-params.ts'
import { ids, text } from '../url-state/params.ts'
import { type Param, type UrlStateOf, urlState } from '../url-state/url-state.ts'

/** In the URL even when it is empty, since a missing day means the default. */
const writtenDay: Param<string> = { ...day(''), format: (value) => [value] }

export const reportsUrl = urlState('/myeducations?view=reports', {
  startDate: writtenDay,
  endDate: writtenDay,
  searchString: text(),
  categoryIds: ids(50),
  educationRoleIds: ids(50),
  organizationIds: ids(50),
})
/** State of the filters in the URL; days are in the portal's time zone. */
export type ReportSearch = UrlStateOf<typeof reportsUrl>

/**
 * Returns the first problem of the days that prevents a report, as a text key of `reports` by field: `missingDay`, or
 * `badPeriod` for an end before the start; empty without one.
 */
export function validateDays({ startDate, endDate }: ReportSearch): { startDate?: string; endDate?: string } {
  if (!startDate) return { startDate: 'missingDay' }
  if (!endDate) return { endDate: 'missingDay' }
  return endDate < startDate ? { endDate: 'badPeriod' } : {}
}
