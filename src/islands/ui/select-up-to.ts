interface Tick {
  id: number
  checked: boolean
  /** Shift was held: everything since the row ticked last is meant. */
  isRange: boolean
}

/** The selection after a tick. The row ticked last is the one that was added last. */
export function selectUpTo(selected: ReadonlySet<number>, ids: readonly number[], tick: Tick): Set<number> {
  const next = new Set(selected)
  const from = ids.indexOf([...selected].at(-1) ?? -1)
  const to = ids.indexOf(tick.id)
  const meant =
    tick.isRange && tick.checked && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [tick.id]
  for (const id of meant) {
    next.delete(id)
    if (tick.checked) next.add(id)
  }
  return next
}
