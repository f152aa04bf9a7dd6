import { isDescending, type ListOrders, listOrderNames } from '#api/list-order.ts'
import type { TableView } from '#islands/ui/table-look.ts'
import { pageSizes } from '#islands/url-state/page-sizes.ts'

/** Names of the parameters of `readListView` in the URL of a list. */
const parameterNames = ['sort', 'descending', 'size', 'dense', 'columns', 'page', 'after'] as const

interface ListDefinition<Sort extends string, Column extends string> {
  /** Orders of the list, the default one first. */
  orders: ListOrders<Sort>
  /** Columns in their order. The first one names the row and cannot be hidden. An order has the name of its column. */
  columns: readonly [Column, ...Column[]]
  /** Rows per page without a choice, 25 by default. */
  pageSize?: (typeof pageSizes)[number]
}

/** Order, page size, density and columns of an office list, as its URL states them. */
export interface ListView<Sort extends string = string, Column extends string = string> {
  sort: Sort
  /** Undefined for the usual direction of the order. */
  descending: boolean | undefined
  sortedBy: { key: Sort; direction: 'ascending' | 'descending' }
  pageSize: (typeof pageSizes)[number]
  isDense: boolean
  /** Columns in their order. */
  columns: readonly [Column, ...Column[]]
  hidden: ReadonlySet<Column>
  shows: (column: Column) => boolean
  /** Returns the heads of the shown columns, in their order; those of an order have a link to it. */
  heads: (headerOf: (column: Column) => string) => { key: Column; header: string; sortHref: string | undefined }[]
  /** Returns the URL of the first page in an order; the present order is turned. */
  sortHref: (sort: Sort) => string
  /** Path and query of the list with all its parameters. */
  address: string
  /** Parameters of the URL that state the filter, for the form that changes the view. */
  filterPairs: readonly (readonly [string, string])[]
  /** Parameters of the URL that state the view, for the form and the links that change the filter. */
  viewPairs: readonly (readonly [string, string])[]
}

/** Returns the heads, the order and the density of a list for the table of an island. */
export const toTableView = <Sort extends string, Column extends string>(
  { heads, sortedBy, isDense }: Pick<ListView<Sort, Column>, 'heads' | 'sortedBy' | 'isDense'>,
  headerOf: (column: Column) => string,
): TableView<Column> => ({ columns: heads(headerOf), sortedBy, isDense })

/** Parses `descending`; undefined for a missing or unusable text. */
const parseDirection = (text: string | null) => (text === '1' ? true : text === '0' ? false : undefined)

/**
 * Reads the view of an office list from its URL: `sort`, `descending`, `size`, `dense` and `columns`. Missing and
 * unusable parameters have their defaults, so that an edited URL still shows the list.
 */
export function readListView<Sort extends string, Column extends string>(
  url: URL,
  { orders, columns, pageSize = 25 }: ListDefinition<Sort, Column>,
): ListView<Sort, Column> {
  const { searchParams: parameters } = url
  const names = listOrderNames(orders)
  const sort = names.find((name) => name === parameters.get('sort')) ?? names[0]
  const descending = parseDirection(parameters.get('descending'))
  const isReversed = isDescending(orders, { sort, descending })
  const chosen = parameters.getAll('columns')
  const hidden = new Set(columns.filter((one, at) => at > 0 && chosen.length > 0 && !chosen.includes(one)))
  const shows = (column: Column) => !hidden.has(column)
  const isOfView = ([name]: [string, string]) => parameterNames.some((one) => one === name)
  const isOfPlace = ([name]: [string, string]) => name === 'page' || name === 'after'
  const pairs = [...parameters]

  const sortHref = (to: Sort) => {
    const usual = isDescending(orders, { sort: to })
    const next = to === sort ? !isReversed : usual
    const others = pairs.filter(([name]) => !['sort', 'descending', 'page', 'after'].includes(name))
    const order = [
      ...(to === names[0] ? [] : [['sort', to]]),
      ...(next === usual ? [] : [['descending', next ? '1' : '0']]),
    ]
    const query = new URLSearchParams([...others, ...order])
    return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
  }

  const orderOf = (column: string) => names.find((name) => name === column)
  const heads = (headerOf: (column: Column) => string) =>
    columns.filter(shows).map((key) => {
      const order = orderOf(key)
      return { key, header: headerOf(key), sortHref: order && sortHref(order) }
    })

  return {
    sort,
    descending,
    sortedBy: { key: sort, direction: isReversed ? 'descending' : 'ascending' },
    pageSize: pageSizes.find((size) => String(size) === parameters.get('size')) ?? pageSize,
    isDense: parameters.get('dense') === '1',
    columns,
    hidden,
    shows,
    heads,
    sortHref,
    address: `${url.pathname}${url.search}`,
    filterPairs: pairs.filter((pair) => !isOfView(pair)),
    viewPairs: pairs.filter((pair) => isOfView(pair) && !isOfPlace(pair)),
  }
}
