import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { RowTick, TickAll } from './TableTicks.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** The address of the list sorted by this column. */
  sortHref?: string | undefined
  numeric?: boolean | undefined
  /** The cell that names its row. */
  isName?: boolean | undefined
  headerHidden?: boolean | undefined
}

export interface Selection<Row> {
  selected: ReadonlySet<number>
  onChange: (selected: Set<number>) => void
  nameOf: (row: Row) => string
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => number
  sortedBy?: { key: string; direction: 'ascending' | 'descending' } | undefined
  /** Keys of the columns that are not shown. */
  hidden?: ReadonlySet<string> | undefined
  selection?: Selection<Row> | undefined
  /** On a phone each row is a card; `named` with the heading before what stands beneath it, where it is not understood without. */
  cards?: boolean | 'named' | undefined
}

/** How a table of cards differs from one of rows, part by part. */
const asCards = {
  table: 'max-sm:block',
  head: 'max-sm:sr-only',
  body: 'max-sm:grid max-sm:grid-cols-1 max-sm:gap-3 max-sm:divide-y-0',
  row: 'max-sm:grid max-sm:grid-cols-1 max-sm:gap-3 max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-3',
  cell: 'max-sm:p-0 max-sm:text-left max-sm:empty:hidden',
  tick: '',
  corner: '',
}
const named: typeof asCards = {
  ...asCards,
  // Orders and the tick of all stay in reach; headings that do nothing are read before their cells.
  head: 'max-sm:block',
  row: `${asCards.row} max-sm:relative max-sm:gap-1.5 max-sm:has-[>[data-tick]]:pl-13 max-sm:has-[>[data-corner]]:pr-13`,
  tick: 'max-sm:absolute max-sm:top-1.5 max-sm:left-2.5 max-sm:p-0',
  corner: 'max-sm:absolute max-sm:top-1.5 max-sm:right-1.5',
}
const asRows: typeof asCards = { table: '', head: '', body: '', row: '', cell: '', tick: '', corner: '' }
const shapeOf = (cards: TableProps<unknown>['cards']) => (cards === 'named' ? named : cards ? asCards : asRows)

const headCell =
  'sticky top-(--table-top,0) z-1 bg-canvas px-3 py-2.5 text-left align-bottom text-sm font-semibold text-muted shadow-[inset_0_-1px_0_var(--color-line)]'
const bodyCell = 'px-3 py-2.5 align-middle'

interface HeadProps<Row> {
  column: Column<Row>
  sortedBy: TableProps<Row>['sortedBy']
  /** How a heading looks that does nothing. */
  still: string
}

/** A sort order is a link, so that it has an address. */
function Head<Row>({ column, sortedBy, still }: HeadProps<Row>) {
  const direction = sortedBy?.key === column.key ? sortedBy.direction : undefined
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`${headCell} ${column.numeric ? 'text-right' : ''} ${column.sortHref ? '' : still}`}
    >
      {column.sortHref ? (
        <a href={column.sortHref} className="-m-1 inline-flex items-center gap-1 rounded-sm p-1 hover:text-ink">
          {column.header}
          <Arrow size={14} aria-hidden className={direction ? 'text-ink' : ''} />
        </a>
      ) : (
        <span className={column.headerHidden ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  shape: typeof asCards
  isNamed: boolean
}

function Cell<Row>({ column, row, shape, isNamed }: CellProps<Row>) {
  const isCorner = column.headerHidden === true
  const look = `${bodyCell} ${column.numeric ? 'text-right tabular-nums' : ''} ${shape.cell} ${isCorner ? shape.corner : ''}`
  if (column.isName)
    return (
      <th scope="row" className={`${look} text-left font-semibold`}>
        {column.cell(row)}
      </th>
    )
  const content = column.cell(row)
  const isEmpty = content === null || content === undefined || content === '' || content === false
  return (
    <td className={look} data-corner={isCorner || undefined}>
      {isNamed && !isCorner && !isEmpty && (
        <span className="mr-2 text-sm font-normal text-muted sm:hidden">{column.header}</span>
      )}
      {content}
    </td>
  )
}

/** Rows of equal things. Without `selection` it needs no script. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, idOf, sortedBy, hidden, selection, cards = false } = props
  const shape = shapeOf(cards)
  const isNamed = cards === 'named'
  const still = isNamed ? 'max-sm:sr-only' : ''
  const shown = columns.filter(({ key }) => !hidden?.has(key))
  return (
    // `relative` keeps words for screen readers inside what scrolls; they would widen the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll what is wider than a phone
    <section aria-label={caption} tabIndex={0} className="relative max-lg:overflow-x-auto">
      <table className={`w-full border-collapse ${shape.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={shape.head}>
          <tr className={isNamed ? 'max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-2' : undefined}>
            {selection && <TickAll {...{ rows, idOf, selection }} className={headCell} />}
            {shown.map((column) => (
              <Head key={column.key} {...{ column, sortedBy, still }} />
            ))}
          </tr>
        </thead>
        <tbody className={`divide-y divide-line ${shape.body}`}>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              className={`transition-colors hover:bg-hover has-[td:first-child>label>:checked]:bg-accent-soft ${shape.row}`}
            >
              {selection && <RowTick {...{ row, rows, idOf, selection }} className={`${bodyCell} ${shape.tick}`} />}
              {shown.map((column) => (
                <Cell key={column.key} {...{ column, row, shape, isNamed }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
