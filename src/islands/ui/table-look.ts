/** Layout of rows on phones: as rows, as cards, or as cards with the heading before each cell. */
export type Cards = boolean | 'named'

/** Column that a table is sorted by, and the direction. */
export interface SortedBy {
  key: string
  direction: 'ascending' | 'descending'
}

/** Columns, order and density of a table whose list has them in its URL. */
export interface TableView<Key extends string = string> {
  columns: readonly { key: Key; header: string; sortHref?: string | undefined }[]
  sortedBy: SortedBy
  isDense: boolean
}

const shapes = { rows: 'data-table', cards: 'data-table data-cards', named: 'data-table data-cards data-named' }

export const tableLook = {
  frame: 'relative max-lg:overflow-x-auto',
  /** Returns the classes of the table; `theme/table.css` styles its rows and cells. */
  table: (cards: Cards) => shapes[cards === 'named' ? 'named' : cards ? 'cards' : 'rows'],
  headCell:
    'sticky top-(--table-top,0) z-1 bg-canvas px-3 py-2.5 text-left align-bottom text-sm font-semibold text-muted shadow-[inset_0_-1px_0_var(--color-line)]',
  /** Link in a heading that sorts the list. */
  sortLink: '-m-1 inline-flex items-center gap-1 rounded-sm p-1 hover:text-ink',
}
