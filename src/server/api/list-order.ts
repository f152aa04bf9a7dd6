type Direction = 'ascending' | 'descending'

/** The orders of a list by name, each with its usual direction; the first order is that of the list by default. */
export type ListOrders<Name extends string = string> = Readonly<Record<Name, Direction>>

/** Returns the names of the orders in which a list can be sorted, in the order of `orders`: the default one first. */
export const listOrderNames = <Name extends string>(orders: ListOrders<Name>) =>
  // `ListOrders` has a key for each name, and no list is without an order.
  Object.keys(orders) as [Name, ...Name[]]

/** Whether a list is read from its end; `descending` is undefined for the usual direction of the order. */
export const isDescending = <Name extends string>(
  orders: ListOrders<Name>,
  { sort, descending }: { sort: Name; descending?: boolean | undefined },
): boolean => descending ?? orders[sort] === 'descending'
