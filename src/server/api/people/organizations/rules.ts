interface RegisterEntry {
  id: string
  type: 0 | 1 | 2
  parentId?: string | null | undefined
}

/**
 * Returns why the response of a register cannot be used, in English for the log; null when it can.
 *
 * No id may occur twice. A parent must be in the response and of a higher level (a lower `type`), which also excludes
 * circles. A response that lacks more than half of `inUse`, the register's ids of active organisations, is treated as
 * broken.
 */
export function findRegisterFault(entries: readonly RegisterEntry[], inUse: readonly string[]): string | null {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  if (byId.size < entries.length) return 'an id occurs twice'
  for (const { id, type, parentId } of entries) {
    if (!parentId) continue
    const parent = byId.get(parentId)
    if (!parent) return `${id} is below ${parentId}, which does not exist`
    if (parent.type >= type) return `${id} is below ${parentId}, whose level is not higher`
  }
  const missing = inUse.filter((id) => !byId.has(id))
  return missing.length * 2 > inUse.length
    ? `${missing.length} of ${inUse.length} organisations in use are missing`
    : null
}
