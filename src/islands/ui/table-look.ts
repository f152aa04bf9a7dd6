/** Whether each row is a card on phones; `named` puts the heading before each cell that needs it. */
export type Cards = boolean | 'named'

/** Classes of a table with cards, by part. */
const asCards = {
  table: 'max-sm:block',
  head: 'max-sm:sr-only',
  body: 'max-sm:grid max-sm:grid-cols-1 max-sm:gap-3 max-sm:divide-y-0',
  row: 'max-sm:grid max-sm:grid-cols-1 max-sm:gap-3 max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-3',
  cell: 'max-sm:p-0 max-sm:text-left max-sm:empty:hidden',
  tick: '',
  corner: '',
}
const asNamedCards: typeof asCards = {
  ...asCards,
  // Sort links and the checkbox for all stay visible; headings without a link are before their cells.
  head: 'max-sm:block',
  row: `${asCards.row} max-sm:relative max-sm:gap-1.5 max-sm:has-[>[data-tick]]:pl-13 max-sm:has-[>[data-corner]]:pr-13`,
  tick: 'max-sm:absolute max-sm:top-1.5 max-sm:left-2.5 max-sm:p-0',
  corner: 'max-sm:absolute max-sm:top-1.5 max-sm:right-1.5',
}
const asRows: typeof asCards = { table: '', head: '', body: '', row: '', cell: '', tick: '', corner: '' }
export type TableShape = typeof asCards

/** Returns the classes by which a table with cards differs from one with rows. */
export const tableShape = (cards: Cards): TableShape => (cards === 'named' ? asNamedCards : cards ? asCards : asRows)

export const headCell =
  'sticky top-(--table-top,0) z-1 bg-canvas px-3 py-2.5 text-left align-bottom text-sm font-semibold text-muted shadow-[inset_0_-1px_0_var(--color-line)]'
export const bodyCell = 'px-3 py-2.5 align-middle'

export const tableLook = {
  frame: 'relative max-lg:overflow-x-auto',
  table: (shape: TableShape) => `w-full border-collapse ${shape.table}`,
  headRow: (isNamed: boolean) =>
    isNamed ? 'max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-2' : undefined,
  body: (shape: TableShape) => `divide-y divide-line ${shape.body}`,
  row: (shape: TableShape) =>
    `transition-colors hover:bg-hover has-[td:first-child>label>:checked]:bg-accent-soft ${shape.row}`,
  nameCell: (shape: TableShape) => `${bodyCell} ${shape.cell} text-left font-semibold`,
  heading: 'mr-2 text-sm font-normal text-muted sm:hidden',
}
