import { day } from '../url-state/day-params.ts'
import { ids, text } from '../url-state/params.ts'
import { type Param, type StateIn, urlState } from '../url-state/url-state.ts'

/** Written even when it has been cleared; a reload then shows the default again. */
const writtenDay: Param<string> = { ...day(''), format: (value) => [value] }

export const reportsUrl = urlState('/myeducations?view=reports', {
  startDate: writtenDay,
  endDate: writtenDay,
  searchString: text(),
  categoryIds: ids(50),
  educationRoleIds: ids(50),
  organizationIds: ids(50),
})
/** Days are of the portal's own zone. */
export type ReportSearch = StateIn<typeof reportsUrl>

/** The problem of each day that keeps a report from being made. */
export function problemsIn({ startDate, endDate }: ReportSearch): { startDate?: string; endDate?: string } {
  if (!startDate) return { startDate: 'missingDay' }
  if (!endDate) return { endDate: 'missingDay' }
  return endDate < startDate ? { endDate: 'badPeriod' } : {}
}
