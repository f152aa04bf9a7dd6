import { useLayoutEffect, useState } from 'react'
import { storedKeys } from '../client/stored-keys.ts'
import type { RowId } from '../ui/select-up-to.ts'
import { formatSelection, parseSelection, type Selection } from './stored-selection.ts'

/**
 * State of the rows of a list that are chosen on all of its pages, kept in the browser's tab for one filter. Nothing is
 * chosen in the first render, since the server cannot read it.
 */
export function useStoredSelection<Row, Id extends RowId = number>(list: string, filter: string) {
  const [chosen, setChosen] = useState<Selection<Row, Id>>(new Map())
  // Read before input from before hydration is replayed, which adds to it.
  useLayoutEffect(
    () => setChosen(parseSelection<Row, Id>(filter, sessionStorage.getItem(storedKeys.selection(list)))),
    [list, filter],
  )
  const choose = (rows: Selection<Row, Id>) => {
    sessionStorage.setItem(storedKeys.selection(list), formatSelection(filter, rows))
    setChosen(rows)
  }
  return { chosen, choose }
}
