import { addDays } from 'date-fns'
import type { PersonMerge } from './contract.ts'
import { canUndo, daysToUndo } from './rules.ts'
import { type MergeRow, parseCounts } from './storage.ts'

const toPerson = (id: number, name: string | null) => ({ id, name: name ?? `#${id}` })

/**
 * Converts a stored merge of two people to the reply. `canUndo` is decided at `now`. `moved`, `stayed` and `kept` count
 * rows by table; `undoUntil` is 30 days after the merge. A missing name becomes `#<id>`, and `undoneBy` is null before
 * an undo.
 */
export function toPersonMerge({ merge, kept, ...names }: MergeRow, now: Date): PersonMerge {
  const { id, state, mergedAt, undoneByUserId } = merge
  return {
    id,
    from: toPerson(merge.fromUserId, names.fromName),
    into: toPerson(merge.intoUserId, names.intoName),
    state,
    mergedBy: toPerson(merge.mergedByUserId, names.mergerName),
    merged: mergedAt,
    undoneBy: undoneByUserId === null ? null : toPerson(undoneByUserId, names.undoerName),
    undone: merge.undoneAt,
    canUndo: canUndo(state, mergedAt, now),
    undoUntil: addDays(mergedAt, daysToUndo),
    moved: merge.counts,
    stayed: merge.stayed,
    kept: parseCounts(kept),
  }
}
