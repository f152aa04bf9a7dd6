import { type Order, orders } from './participant-rows.ts'

/** What of the list is looked for and how it is ordered, as it stands in the address. */
export interface ListSearch {
  text: string
  order: Order
}

export const searchIn = (address: URLSearchParams): ListSearch => ({
  text: (address.get('text') ?? '').slice(0, 200),
  order: orders.find((order) => order === address.get('order')) ?? 'name',
})

/** The same page with this search; whatever else its address says stays. */
export function addressWith(url: URL, { text, order }: ListSearch): string {
  const address = new URLSearchParams(url.search)
  address.delete('text')
  address.delete('order')
  if (text) address.set('text', text)
  if (order !== 'name') address.set('order', order)
  return address.size > 0 ? `${url.pathname}?${address}` : url.pathname
}
