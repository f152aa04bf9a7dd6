import type { AstroGlobal } from 'astro'
import { PaymentQuery } from '#api/money/payments/office/contract.ts'

/** Loads a page of the payments that a URL selects. Invalid parameters select all payments. */
export async function loadPayments({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const parameters = Object.fromEntries([...url.searchParams].filter(([, text]) => text !== ''))
  const query = PaymentQuery.safeParse({ ...parameters, pageSize: '25' }).data ?? PaymentQuery.parse({ pageSize: '25' })
  const { search, toRefund, page, status } = query
  return { search, toRefund, page, status, found: await locals.api('GET /Payment/list', { query }) }
}

export type LoadedPayments = Awaited<ReturnType<typeof loadPayments>>

/** Formats the URL of the payments with a search and other parameters. */
export function formatPaymentsUrl(search: string | undefined, more: Record<string, string>): string {
  const parameters = new URLSearchParams({ ...(search ? { search } : {}), ...more })
  return parameters.size > 0 ? `/betalningar?${parameters}` : '/betalningar'
}
