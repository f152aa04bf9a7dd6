/**
 * Returns the item that takes the place of one that leaves a list: the next, or else the one before. Null for the only
 * item and for an unknown id.
 */
export function findNeighbor<Item extends { id: string }>(items: readonly Item[], id: string): Item | null {
  const at = items.findIndex((item) => item.id === id)
  return at === -1 ? null : (items[at + 1] ?? items[at - 1] ?? null)
}
