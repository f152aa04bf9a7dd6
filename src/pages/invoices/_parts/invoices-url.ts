import { firstDueDay } from '#api/money/invoices/rules.ts'
import { day } from '#islands/url-state/day-params.ts'
import { pageOfList } from '#islands/url-state/page-of-list.ts'
import { flag, oneOf, text } from '#islands/url-state/params.ts'
import { type UrlStateOf, urlState } from '#islands/url-state/url-state.ts'

const invoicesUrl = urlState('/invoices', {
  tab: oneOf(['exported'], 'due'),
  startDate: day(''),
  endDate: day(''),
  search: text(100),
  onlyCompleted: flag(),
  /** Leaves out cancellations that were too late to be free. */
  withoutCanceled: flag(),
  page: pageOfList(999_999),
})
/** State of the list in the URL; days are in the portal's time zone. */
export type InvoiceSearch = UrlStateOf<typeof invoicesUrl>

/**
 * Parses the state of the list, days as `yyyy-MM-dd`. Without a last day it ends `today`, without a first day it begins
 * a year before the last. Days in the wrong order are swapped.
 */
export function parseInvoiceSearch(from: URL | URLSearchParams, today: string): InvoiceSearch {
  const search = invoicesUrl.parse(from, { endDate: today })
  const { endDate } = search
  const first = search.startDate || firstDueDay(endDate)
  return first <= endDate ? { ...search, startDate: first } : { ...search, startDate: endDate, endDate: first }
}

/**
 * Returns path and query of the list's first page. It has no days when they are those that `parseInvoiceSearch` gives
 * without any: the year until `today`. Only the list of rows that are due has the filters of completed and cancelled
 * ones.
 */
export function invoicesHref(search: InvoiceSearch, today: string, changes: Partial<InvoiceSearch> = {}): string {
  const { tab, startDate, endDate, search: words, onlyCompleted, withoutCanceled } = { ...search, ...changes }
  const isLastYear = endDate === today && startDate === firstDueDay(today)
  const isDue = tab === 'due'
  return invoicesUrl.href(search, {
    tab,
    search: words,
    startDate: isLastYear ? '' : startDate,
    endDate: isLastYear ? '' : endDate,
    onlyCompleted: onlyCompleted && isDue,
    withoutCanceled: withoutCanceled && isDue,
  })
}
