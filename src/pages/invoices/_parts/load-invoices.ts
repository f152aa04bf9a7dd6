import type { AstroGlobal } from 'astro'
import { batchOrders, recipientOrders } from '#api/money/invoices/rules.ts'
import { toPortalDay } from '#api/zone.ts'
import { readListView } from '#components/lists/list-view.ts'
import { periodText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { parseInvoiceSearch } from './invoices-url.ts'

const recipientList = { orders: recipientOrders, columns: ['recipient', 'orgNr', 'rows', 'amount'] } as const
const batchList = { orders: batchOrders, columns: ['batch', 'created', 'invoices', 'total'] } as const

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/**
 * Loads a page of the recipients with invoices due, or of the batches of invoices that were made. The URL's tab,
 * filters, order and page size select it. Without days the period is the year until today. `facts` are the totals and
 * `days` the period, as texts. On the tab of batches `due` is null; on the other one `batches` is empty and `fortnox`
 * null, as on a portal that is no app of Fortnox.
 */
export async function loadInvoices({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api, language } = locals
  const t = locals.t('invoices')
  const today = toPortalDay(new Date())
  const search = parseInvoiceSearch(url, today)
  const { tab, startDate, endDate, search: words, onlyCompleted, withoutCanceled, page } = search
  const period = {
    startDate,
    endDate,
    filteringOnOnlyCompleted: onlyCompleted,
    withCanceled: !withoutCanceled,
    search: words,
  }
  const isDue = tab === 'due'
  const [dueView, batchView] = [readListView(url, recipientList), readListView(url, batchList)]
  const view = isDue ? dueView : batchView
  const { descending, pageSize } = view
  const place = { descending, page, pageSize }
  const [due, batches, totals, views, fortnox] = await Promise.all([
    isDue ? api('GET /Invoices/Recipients', { query: { ...period, ...place, sort: dueView.sort } }) : null,
    isDue
      ? null
      : api('GET /Invoices/Batches', { query: { startDate, endDate, search: words, ...place, sort: batchView.sort } }),
    isDue ? null : api('GET /Invoices/Totals', { query: { startDate, endDate, search: words } }),
    api('GET /SavedViews', { query: { list: 'invoices' } }),
    isDue ? null : api('GET /Fortnox'),
  ])
  const ids = batches?.items.map(({ id }) => id) ?? []
  const facts = due
    ? [
        t('recipients', { count: due.total }),
        t('rows', { count: due.itemCount }),
        t('inAll', { amount: moneyText(due.amount, language) }),
      ]
    : totals && [
        t('batch.batches', { count: batches?.total ?? 0 }),
        ...(words ? [t('exported.matching')] : []),
        t('exported.count', { count: totals.count - totals.undoneCount }),
        t('inAll', { amount: moneyText(totals.total, language) }),
        t('exported.vat', { amount: moneyText(totals.vatTotal, language) }),
      ]
  return {
    today,
    views,
    search,
    period,
    isDue,
    view,
    dueView,
    batchView,
    due,
    batches: batches?.items ?? [],
    fortnox: fortnox?.isConfigured
      ? {
          status: fortnox,
          isConnected: fortnox.connection !== null && !fortnox.connection.isRevoked,
          batches: await api('GET /Fortnox/Batches', { query: { ids } }),
        }
      : null,
    facts,
    total: due?.total ?? batches?.total ?? 0,
    days: periodText(noon(startDate), noon(endDate), language, 'day'),
  }
}
