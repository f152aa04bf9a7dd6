import { ArrowDown, ArrowUp, ChevronsUpDown } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { RowId } from './select-up-to.ts'
import { RowCheckbox, SelectAllCheckbox } from './TableCheckboxes.tsx'
import { type Cards, type SortedBy, type TableView, tableLook } from './table-look.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** URL of the list sorted by this column. */
  sortHref?: string | undefined
  isNumeric?: boolean | undefined
  /** Whether the cell names its row. */
  isName?: boolean | undefined
  hidesHeader?: boolean | undefined
  /** Classes of each cell in the body. */
  look?: string | undefined
}

export interface Selection<Row, Id extends RowId = number> {
  selected: ReadonlySet<Id>
  onChange: (selected: Set<Id>) => void
  nameOf: (row: Row) => string
}

/**
 * Returns the columns of a list in the order of `columns`. These have key, heading and sort link as the URL of the list
 * states them; each gets its cell and look from `cells`, by key.
 */
export const toColumns = <Row, Key extends string>(
  { columns }: TableView<Key>,
  cells: Readonly<Record<Key, Omit<Column<Row>, 'key' | 'header' | 'sortHref'>>>,
): Column<Row>[] => columns.map((column) => ({ ...column, ...cells[column.key] }))

interface TableProps<Row, Id extends RowId> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => Id
  sortedBy?: SortedBy | undefined
  /** Keys of the hidden columns. */
  hidden?: ReadonlySet<string> | undefined
  selection?: Selection<Row, Id> | undefined
  /** Returns content that spans the table below a row; null for none. */
  details?: ((row: Row) => ReactNode) | undefined
  cards?: Cards | undefined
  /** Whether rows are lower and their text smaller. */
  isDense?: boolean | undefined
}

interface HeadProps<Row> {
  column: Column<Row>
  sortedBy: SortedBy | undefined
  /** Classes of a heading without a link. */
  plainLook: string
}

/** Heading of a column; sorting is a link, so that each order has a URL. */
function Head<Row>({ column, sortedBy, plainLook }: HeadProps<Row>) {
  const direction = sortedBy?.key === column.key ? sortedBy.direction : undefined
  const arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`${tableLook.headCell} ${column.isNumeric ? 'text-right' : ''} ${column.sortHref ? '' : plainLook}`}
    >
      {column.sortHref ? (
        <a href={column.sortHref} className={tableLook.sortLink}>
          {column.header}
          <Icon of={arrow} size={14} className={direction ? 'text-ink' : ''} />
        </a>
      ) : (
        <span className={column.hidesHeader ? 'sr-only' : undefined}>{column.header}</span>
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
  const isCorner = column.hidesHeader === true
  const look = column.isNumeric ? 'text-right tabular-nums' : column.look
  if (column.isName)
    return (
      <th scope="row" className={look}>
        {column.cell(row)}
      </th>
    )
  const content = column.cell(row)
  const isEmpty = content === null || content === undefined || content === '' || content === false
  const heading = isNamed && !isCorner && !isEmpty ? column.header : undefined
  return (
    <td className={look} data-heading={heading} data-corner={isCorner || undefined}>
      {content}
    </td>
  )
}

interface RowProps<Row, Id extends RowId> extends Pick<TableProps<Row, Id>, 'rows' | 'idOf' | 'selection'> {
  row: Row
  shown: readonly Column<Row>[]
  isNamed: boolean
}

function TableRow<Row, Id extends RowId>({ row, rows, idOf, selection, shown, isNamed }: RowProps<Row, Id>) {
  return (
    <tr>
      {selection && <RowCheckbox row={row} rows={rows} idOf={idOf} selection={selection} />}
      {shown.map((column) => (
        <Cell key={column.key} column={column} row={row} isNamed={isNamed} />
      ))}
    </tr>
  )
}

/** Row with its details, in a group of its own. */
function DetailedRow<Row, Id extends RowId>({
  details,
  ...props
}: RowProps<Row, Id> & { details: (row: Row) => ReactNode }) {
  const content = details(props.row)
  return (
    <tbody data-group>
      <TableRow {...props} />
      {content !== null && (
        <tr data-details>
          <td colSpan={props.shown.length + (props.selection ? 1 : 0)}>{content}</td>
        </tr>
      )}
    </tbody>
  )
}

/**
 * Table of rows, which is scrolled sideways when it is too wide. `caption` names it for screen readers. `idOf` gives
 * each row a unique id; rows are shown in the given order, which `sortedBy` only marks: a heading links to the sorted
 * list.
 *
 * `hidden` has the keys of columns to leave out. `selection` adds checkboxes; without it the table needs no script.
 * `details` returns content below a row, or null. `cards` shows rows as cards on phones, `named` with headings;
 * `isDense` makes rows lower.
 */
export function Table<Row, Id extends RowId>(props: TableProps<Row, Id>) {
  const { caption, columns, rows, idOf, sortedBy, hidden, selection, details, cards = false, isDense = false } = props
  const isNamed = cards === 'named'
  const plainLook = isNamed ? 'max-sm:sr-only' : ''
  const shown = columns.filter(({ key }) => !hidden?.has(key))
  const toRowProps = (row: Row) => ({ row, rows, idOf, selection, shown, isNamed })
  return (
    // `relative` keeps texts for screen readers inside the scrolling area; they would otherwise widen the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll what is wider than a phone
    <section aria-label={caption} tabIndex={0} className={tableLook.frame}>
      <table data-list-keys data-dense={isDense || undefined} className={tableLook.table(cards)}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <SelectAllCheckbox rows={rows} idOf={idOf} selection={selection} className={tableLook.headCell} />
            )}
            {shown.map((column) => (
              <Head key={column.key} column={column} sortedBy={sortedBy} plainLook={plainLook} />
            ))}
          </tr>
        </thead>
        {details ? (
          rows.map((row) => <DetailedRow key={idOf(row)} details={details} {...toRowProps(row)} />)
        ) : (
          <tbody>
            {rows.map((row) => (
              <TableRow key={idOf(row)} {...toRowProps(row)} />
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}
