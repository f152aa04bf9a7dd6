import { studyStates } from '#api/office/study-reports/rules.ts'
import { day } from '../url-state/day-params.ts'
import { pageOfList } from '../url-state/page-of-list.ts'
import { oneOf } from '../url-state/params.ts'
import { urlState } from '../url-state/url-state.ts'

/** State of the page of reports in the URL; days are in the portal's time zone. */
export const studyReportsUrl = urlState('/oversikt/rf-sisu', {
  from: day(''),
  to: day(''),
  state: oneOf(studyStates, 'ready'),
  page: pageOfList(99_999),
})
