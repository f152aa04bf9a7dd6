import type { AstroGlobal } from 'astro'
import { PaymentQuery } from '#api/money/payments/office/contract.ts'
import { paymentOrders } from '#api/money/payments/office/rules.ts'
import { readListView } from '#components/lists/list-view.ts'
import { parseDay } from '#islands/url-state/day-params.ts'

const columns = ['payer', 'what', 'date', 'status', 'method', 'amount'] as const

/**
 * Loads a page of the payments that a URL selects, in the URL's order and page size, with the saved views of the list.
 * Invalid parameters of the filter select the first page of all payments, and days in the wrong order are swapped.
 */
export async function loadPayments({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const view = readListView(url, { orders: paymentOrders, columns })
  // A day that cannot be read, which its field explains, does not end the other filters.
  const isRead = ([name, text]: readonly [string, string]) =>
    name === 'startDate' || name === 'endDate' ? parseDay(text) !== undefined : text !== ''
  const parameters = Object.fromEntries(view.filterPairs.filter(isRead))
  const [from, to] = [parameters['startDate'], parameters['endDate']]
  // Days in the wrong order are swapped, as in the list of invoices.
  if (from && to && from > to) Object.assign(parameters, { startDate: to, endDate: from })
  const page = url.searchParams.get('page') ?? '1'
  const filter = PaymentQuery.safeParse({ ...parameters, page }).data ?? PaymentQuery.parse({})
  const query = { ...filter, sort: view.sort, descending: view.descending, pageSize: view.pageSize }
  const { search, toRefund, status, startDate, endDate } = query
  const [found, views] = await Promise.all([
    locals.api('GET /Payment/list', { query }),
    locals.api('GET /SavedViews', { query: { list: 'payments' } }),
  ])
  return { search, toRefund, page: query.page, status, startDate, endDate, found, views, view }
}

export type LoadedPayments = Awaited<ReturnType<typeof loadPayments>>

/** The parameters of the filter of payments in a URL; empty ones are left out. */
type PaymentParameters = Partial<Record<'search' | 'startDate' | 'endDate' | 'status' | 'toRefund', string | undefined>>

/** Returns the path of the list of payments with a filter and a view as its query; empty values are left out. */
export function formatPaymentsUrl(parameters: PaymentParameters, { viewPairs }: LoadedPayments['view']): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams([...entries, ...viewPairs.map((pair) => [...pair])])
  return query.size > 0 ? `/betalningar?${query}` : '/betalningar'
}
