import { type Order, orders, type Tallied, tallied } from './participant-rows.ts'

/** What of the list is looked for and how it is ordered, as it stands in the address. */
export interface ListSearch {
  text: string
  order: Order
  /** Only the people behind this figure. */
  only: Tallied | null
}

export const searchIn = (address: URLSearchParams): ListSearch => ({
  text: (address.get('text') ?? '').slice(0, 200),
  order: orders.find((order) => order === address.get('order')) ?? 'name',
  only: tallied.find((only) => only === address.get('only')) ?? null,
})

/** The same page with this search; whatever else its address says stays. */
export function addressWith(url: URL, { text, order, only }: ListSearch): string {
  const address = new URLSearchParams(url.search)
  address.delete('text')
  address.delete('order')
  address.delete('only')
  if (text) address.set('text', text)
  if (order !== 'name') address.set('order', order)
  if (only) address.set('only', only)
  return address.size > 0 ? `${url.pathname}?${address}` : url.pathname
}
