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
  /** On a phone each row is a card; for rows that are understood without their headings, and are not sorted. */
  cards?: boolean | undefined
}

/** How a table of cards differs from one of rows, part by part. */
const asCards = {
  table: 'max-sm:block',
  head: 'max-sm:sr-only',
  body: 'max-sm:grid max-sm:gap-3 max-sm:divide-y-0',
  row: 'max-sm:grid max-sm:gap-3 max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-3',
  cell: 'max-sm:p-0 max-sm:text-left max-sm:empty:hidden',
}
const asRows: typeof asCards = { table: '', head: '', body: '', row: '', cell: '' }

const headCell =
  'sticky top-(--table-top,0) z-1 bg-canvas px-3 py-2.5 text-left align-bottom text-sm font-semibold text-muted shadow-[inset_0_-1px_0_var(--color-line)]'
const bodyCell = 'px-3 py-2.5 align-middle'

/** A sort order is a link, so that it has an address. */
function Head<Row>({ column, sortedBy }: { column: Column<Row>; sortedBy: TableProps<Row>['sortedBy'] }) {
  const direction = sortedBy?.key === column.key ? sortedBy.direction : undefined
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th scope="col" aria-sort={direction} className={`${headCell} ${column.numeric ? 'text-right' : ''}`}>
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

function Cell<Row>({ column, row, shape }: { column: Column<Row>; row: Row; shape: string }) {
  const look = `${bodyCell} ${column.numeric ? 'text-right tabular-nums' : ''} ${shape}`
  if (column.isName)
    return (
      <th scope="row" className={`${look} text-left font-semibold`}>
        {column.cell(row)}
      </th>
    )
  return <td className={look}>{column.cell(row)}</td>
}

/** Rows of equal things. Without `selection` it needs no script. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, idOf, sortedBy, hidden, selection, cards = false } = props
  const shape = cards ? asCards : asRows
  const shown = columns.filter(({ key }) => !hidden?.has(key))
  return (
    // `relative` keeps words for screen readers inside what scrolls; they would widen the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll what is wider than a phone
    <section aria-label={caption} tabIndex={0} className="relative max-lg:overflow-x-auto">
      <table className={`w-full border-collapse ${shape.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={shape.head}>
          <tr>
            {selection && <TickAll {...{ rows, idOf, selection }} className={headCell} />}
            {shown.map((column) => (
              <Head key={column.key} column={column} sortedBy={sortedBy} />
            ))}
          </tr>
        </thead>
        <tbody className={`divide-y divide-line ${shape.body}`}>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              className={`transition-colors hover:bg-hover has-[td:first-child>label>:checked]:bg-accent-soft ${shape.row}`}
            >
              {selection && <RowTick {...{ row, rows, idOf, selection }} className={bodyCell} />}
              {shown.map((column) => (
                <Cell key={column.key} column={column} row={row} shape={shape.cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
