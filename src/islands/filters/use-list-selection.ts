import type { RowId } from '../ui/select-up-to.ts'
import { useChoiceOfAll } from './use-choice-of-all.ts'
import { useStoredSelection } from './use-stored-selection.ts'

interface ListSelection<Id extends RowId> {
  /** Name of the list, by which the browser's tab stores the choice. */
  list: string
  /** Text that identifies the filter; the choice ends when it changes. */
  filter: string
  /** Ids of the rows that the page shows. */
  shownIds: readonly Id[]
  /** Number of rows that the filter selects, on all pages. */
  total: number
  /** Highest number of rows that are chosen one by one; further ones are not chosen. */
  maxChosen: number
  /** Highest number of rows that are chosen by the filter. */
  maxMatching: number
}

/**
 * State of the rows of a list that are chosen one by one, on all of its pages, or all that the filter selects. The
 * choice of all is offered when a whole page is chosen, and ends with the page. `ids` is null when all are chosen.
 */
export function useListSelection<Id extends RowId>(options: ListSelection<Id>) {
  const { list, filter, shownIds, total, maxChosen, maxMatching } = options
  const { chosen, choose } = useStoredSelection<null, Id>(list, filter)
  const all = useChoiceOfAll({ key: `${filter} ${total}`, chosenCount: chosen.size, total, most: maxMatching })
  const isWholePage = shownIds.every((id) => chosen.has(id))
  const change = (ids: Iterable<Id>) => {
    all.clear()
    choose(new Map([...ids].slice(0, maxChosen).map((id) => [id, null])))
  }
  return {
    ids: all.isAll ? null : [...chosen.keys()],
    count: all.isAll ? total : chosen.size,
    selected: new Set(all.isAll ? [...chosen.keys(), ...shownIds] : chosen.keys()),
    isAllOffered: isWholePage && all.isOffered,
    chooseAll: all.chooseAll,
    change,
    clear: () => change([]),
  }
}
