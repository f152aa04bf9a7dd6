interface Placed {
  id: string
  type: 0 | 1 | 2
  parentId?: string | null | undefined
}

/**
 * Why a register's answer is not gone by; null: it is. Whoever stands above somebody is of a higher kind, so that nobody stands above
 * oneself; and an answer that lacks more than half of what is in use is a broken one.
 */
export function faultIn(given: readonly Placed[], inUse: readonly string[]): string | null {
  const byId = new Map(given.map((one) => [one.id, one]))
  if (byId.size < given.length) return 'an id stands there twice'
  for (const { id, type, parentId } of given) {
    if (!parentId) continue
    const parent = byId.get(parentId)
    if (!parent) return `${id} stands below ${parentId}, which is not there`
    if (parent.type >= type) return `${id} stands below ${parentId}, which is no higher`
  }
  const gone = inUse.filter((id) => !byId.has(id))
  return gone.length * 2 > inUse.length
    ? `${gone.length} of ${inUse.length} organisations are not there any more`
    : null
}
