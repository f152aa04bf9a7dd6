import { studyStates } from '#api/office/study-reports/rules.ts'
import { day } from '#islands/url-state/day-params.ts'
import { pageOfList } from '#islands/url-state/page-of-list.ts'
import { oneOf } from '#islands/url-state/params.ts'
import { urlState } from '#islands/url-state/url-state.ts'

/** State of the page of reports in the URL; days are in the portal's time zone. */
export const studyReportsUrl = urlState('/oversikt/rf-sisu', {
  from: day(''),
  to: day(''),
  state: oneOf(studyStates, 'ready'),
  page: pageOfList(99_999),
})
