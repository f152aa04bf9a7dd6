interface Tick {
  id: number
  checked: boolean
  /** Whether Shift was held, which means all rows since the last one. */
  isRange: boolean
}

/**
 * Returns the selection after a press. A press with Shift that selects takes all rows since the last selected one,
 * which is the last one in the set.
 */
export function selectUpTo(selected: ReadonlySet<number>, ids: readonly number[], tick: Tick): Set<number> {
  const next = new Set(selected)
  const from = ids.indexOf([...selected].at(-1) ?? -1)
  const to = ids.indexOf(tick.id)
  const changedIds =
    tick.isRange && tick.checked && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [tick.id]
  for (const id of changedIds) {
    next.delete(id)
    if (tick.checked) next.add(id)
  }
  return next
}
