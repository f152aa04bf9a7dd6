import { addMonths } from '#api/days.ts'

/** What of the invoices is looked at, as it stands in the address. Days are of the portal's own zone. */
export interface InvoiceSearch {
  tab: 'due' | 'exported'
  startDate: string
  endDate: string
  onlyCompleted: boolean
  /** Without what was called off too late to be free, which otherwise is among it. */
  withoutCanceled: boolean
  page: number
}

const dayOf = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

/** Without days the last year is meant, this day included; days the wrong way round change places. */
export function searchOf(address: URLSearchParams, today: string): InvoiceSearch {
  const endDate = dayOf(address.get('endDate')) ?? today
  const startDate = dayOf(address.get('startDate')) ?? addMonths(endDate, -12)
  const page = address.get('page') ?? ''
  return {
    tab: address.get('tab') === 'exported' ? 'exported' : 'due',
    ...(startDate <= endDate ? { startDate, endDate } : { startDate: endDate, endDate: startDate }),
    onlyCompleted: address.get('onlyCompleted') === '1',
    withoutCanceled: address.get('withoutCanceled') === '1',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The list without its page; days that stand for themselves are not in it. */
export function addressOf(search: Omit<InvoiceSearch, 'page'>, today: string): string {
  const { tab, startDate, endDate, onlyCompleted, withoutCanceled } = search
  const isUsual = endDate === today && startDate === addMonths(today, -12)
  const address = new URLSearchParams({
    ...(tab === 'exported' ? { tab } : {}),
    ...(isUsual ? {} : { startDate, endDate }),
    ...(onlyCompleted && tab === 'due' ? { onlyCompleted: '1' } : {}),
    ...(withoutCanceled && tab === 'due' ? { withoutCanceled: '1' } : {}),
  })
  return address.size > 0 ? `/invoices?${address}` : '/invoices'
}
