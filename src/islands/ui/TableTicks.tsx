import { useRef } from 'react'
import { useTexts } from '../client/texts.tsx'
import { selectUpTo } from './select-up-to.ts'
import type { Selection } from './Table.tsx'

interface TicksProps<Row> {
  rows: readonly Row[]
  idOf: (row: Row) => number
  selection: Selection<Row>
}

const tick = 'block size-5 rounded-sm'
const target = 'grid size-8 place-items-center'

export function TickAll<Row>({ rows, idOf, selection, className }: TicksProps<Row> & { className: string }) {
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
    <th scope="col" className={`${className} w-12`}>
      <label className={target}>
        <span className="sr-only">{t('selectAll')}</span>
        <input
          type="checkbox"
          ref={showPartly}
          checked={ids.length > 0 && ticked === ids.length}
          onChange={(event) => change(event.target.checked)}
          className={tick}
        />
      </label>
    </th>
  )
}

/** A tick with Shift held takes all rows since the last one. */
export function RowTick<Row>({ row, rows, idOf, selection }: TicksProps<Row> & { row: Row }) {
  const t = useTexts('common')
  const isRange = useRef(false)
  const id = idOf(row)
  return (
    <td className="w-12" data-tick>
      <label className={target}>
        <span className="sr-only">{t('selectRow', { name: selection.nameOf(row) })}</span>
        <input
          type="checkbox"
          checked={selection.selected.has(id)}
          onClick={(event) => {
            isRange.current = event.shiftKey
          }}
          onChange={(event) =>
            selection.onChange(
              selectUpTo(selection.selected, rows.map(idOf), {
                id,
                checked: event.target.checked,
                isRange: isRange.current,
              }),
            )
          }
          className={tick}
        />
      </label>
    </td>
  )
}
