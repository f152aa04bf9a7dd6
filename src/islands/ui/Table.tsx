import { ArrowDown, ArrowUp, ChevronsUpDown } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { RowTick, TickAll } from './TableTicks.tsx'
import { type Cards, tableLook } from './table-look.ts'

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
  cards?: Cards | undefined
}

interface HeadProps<Row> {
  column: Column<Row>
  sortedBy: TableProps<Row>['sortedBy']
  /** How a heading looks that does nothing. */
  still: string
}

/** A sort order is a link, so that it has an address. */
function Head<Row>({ column, sortedBy, still }: HeadProps<Row>) {
  const direction = sortedBy?.key === column.key ? sortedBy.direction : undefined
  const arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`${tableLook.headCell} ${column.numeric ? 'text-right' : ''} ${column.sortHref ? '' : still}`}
    >
      {column.sortHref ? (
        <a href={column.sortHref} className="-m-1 inline-flex items-center gap-1 rounded-sm p-1 hover:text-ink">
          {column.header}
          <Icon of={arrow} size={14} className={direction ? 'text-ink' : ''} />
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
  isNamed: boolean
}

function Cell<Row>({ column, row, isNamed }: CellProps<Row>) {
  const isCorner = column.headerHidden === true
  const look = column.numeric ? 'text-right tabular-nums' : undefined
  if (column.isName)
    return (
      <th scope="row" className={look}>
        {column.cell(row)}
      </th>
    )
  const content = column.cell(row)
  const isEmpty = content === null || content === undefined || content === '' || content === false
  return (
    <td className={look} data-corner={isCorner || undefined}>
      {isNamed && !isCorner && !isEmpty && <span className={tableLook.heading}>{column.header}</span>}
      {content}
    </td>
  )
}

/** Rows of equal things. Without `selection` it needs no script. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, idOf, sortedBy, hidden, selection, cards = false } = props
  const isNamed = cards === 'named'
  const still = isNamed ? 'max-sm:sr-only' : ''
  const shown = columns.filter(({ key }) => !hidden?.has(key))
  return (
    // `relative` keeps words for screen readers inside what scrolls; they would widen the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll what is wider than a phone
    <section aria-label={caption} tabIndex={0} className={tableLook.frame}>
      <table className={tableLook.table(cards)}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && <TickAll rows={rows} idOf={idOf} selection={selection} className={tableLook.headCell} />}
            {shown.map((column) => (
              <Head key={column.key} column={column} sortedBy={sortedBy} still={still} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {selection && <RowTick row={row} rows={rows} idOf={idOf} selection={selection} />}
              {shown.map((column) => (
                <Cell key={column.key} column={column} row={row} isNamed={isNamed} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
