/** Id of a row in a table. */
export type RowId = number | string

interface Tick<Id> {
  id: Id
  checked: boolean
  /** Whether Shift was held, which means all rows since the last one. */
  isRange: boolean
}

/**
 * Returns a new selection after a press on a row; `selected` does not change. `ids` are the rows in their order;
 * selected ids that are not among them stay.
 *
 * A press with Shift that selects takes all rows from the last selected one to the pressed one, both included. The last
 * selected one is the last in the set. When it is not among `ids`, and for any other press, only the pressed row
 * changes.
 */
export function selectUpTo<Id extends RowId>(
  selected: ReadonlySet<NoInfer<Id>>,
  ids: readonly Id[],
  tick: Tick<NoInfer<Id>>,
): Set<Id> {
  const next = new Set(selected)
  const last = [...selected].at(-1)
  const from = last === undefined ? -1 : ids.indexOf(last)
  const to = ids.indexOf(tick.id)
  const changedIds =
    tick.isRange && tick.checked && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [tick.id]
  for (const id of changedIds) {
    next.delete(id)
    if (tick.checked) next.add(id)
  }
  return next
}
