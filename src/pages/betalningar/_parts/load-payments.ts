import type { AstroGlobal } from 'astro'
import { PaymentQuery } from '#api/money/payments/office/contract.ts'

/**
 * Loads a page of the payments that a URL selects, 25 to a page. Invalid parameters select all payments, and days in
 * the wrong order are swapped.
 */
export async function loadPayments({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const parameters = Object.fromEntries([...url.searchParams].filter(([, text]) => text !== ''))
  const [from, to] = [parameters['startDate'], parameters['endDate']]
  // Days in the wrong order are swapped, as in the list of invoices.
  if (from && to && from > to) Object.assign(parameters, { startDate: to, endDate: from })
  const query = PaymentQuery.safeParse({ ...parameters, pageSize: '25' }).data ?? PaymentQuery.parse({ pageSize: '25' })
  const { search, toRefund, page, status, startDate, endDate } = query
  const [found, views] = await Promise.all([
    locals.api('GET /Payment/list', { query }),
    locals.api('GET /SavedViews', { query: { list: 'payments' } }),
  ])
  return { search, toRefund, page, status, startDate, endDate, found, views }
}

export type LoadedPayments = Awaited<ReturnType<typeof loadPayments>>

/** The parameters of a list of payments in its URL; empty ones are left out. */
type PaymentParameters = Partial<Record<'search' | 'startDate' | 'endDate' | 'status' | 'toRefund', string | undefined>>

/** Returns the path of the list of payments with the parameters as its query; empty values are left out. */
export function formatPaymentsUrl(parameters: PaymentParameters): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return entries.length > 0 ? `/betalningar?${new URLSearchParams(entries)}` : '/betalningar'
}
