import { toReportTimes } from '#api/office/reports/rules.ts'
import type { ReportSearch } from './reports-url.ts'

/**
 * Converts the filters to the query of the report calls: from one second past the first midnight to the last moment of
 * the last day, in Swedish time.
 */
export const toReportQuery = ({ startDate, endDate, ...rest }: ReportSearch) => ({
  ...rest,
  ...toReportTimes(startDate, endDate),
})
