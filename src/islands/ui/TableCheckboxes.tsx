import type { ChangeEvent } from 'react'
import { useTexts } from '../client/texts.tsx'
import { type RowId, selectUpTo } from './select-up-to.ts'
import type { Selection } from './Table.tsx'

interface TicksProps<Row, Id extends RowId> {
  rows: readonly Row[]
  idOf: (row: Row) => Id
  selection: Selection<Row, Id>
}

/**
 * Checkbox in the head of a table that selects or deselects all rows of the page. Rows of other pages stay as they are.
 * It is shown as mixed when only some are selected.
 */
export function SelectAllCheckbox<Row, Id extends RowId>({
  rows,
  idOf,
  selection,
  className,
}: TicksProps<Row, Id> & { className: string }) {
  const t = useTexts('common')
  const ids = rows.map(idOf)
  const ticked = ids.filter((id) => selection.selected.has(id)).length
  const showPartly = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = ticked > 0 && ticked < ids.length
  }
  const change = (checked: boolean) => {
    const rest = [...selection.selected].filter((id) => !ids.includes(id))
    selection.onChange(new Set(checked ? [...rest, ...ids] : rest))
  }
  return (
    <th scope="col" className={className} data-tick>
      <label>
        <input
          type="checkbox"
          aria-label={t('selectAll')}
          ref={showPartly}
          checked={ids.length > 0 && ticked === ids.length}
          onChange={(event) => change(event.target.checked)}
        />
      </label>
    </th>
  )
}

/**
 * Checkbox of a row, with the row's name for screen readers. A press with Shift that selects takes all rows from the
 * last selected one to this one, as in `selectUpTo`. Any other press changes this row only. `selection.onChange` gets
 * all selected ids, also those of other pages.
 */
export function RowCheckbox<Row, Id extends RowId>({ row, rows, idOf, selection }: TicksProps<Row, Id> & { row: Row }) {
  const t = useTexts('common')
  const id = idOf(row)
  const change = ({ target: { checked }, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
    selection.onChange(selectUpTo(selection.selected, rows.map(idOf), { id, checked, isRange }))
  }
  return (
    <td data-tick>
      <label>
        <input
          type="checkbox"
          aria-label={t('selectRow', { name: selection.nameOf(row) })}
          checked={selection.selected.has(id)}
          onChange={change}
        />
      </label>
    </td>
  )
}
