interface Node {
  id: number
  parentId: number | null
}

/** Those of the organisations that are one of the roots or below it; null: all of them. */
export function branchesOf<One extends Node>(organizations: readonly One[], roots: readonly number[] | null): One[] {
  if (roots === null) return [...organizations]
  const parents = new Map(organizations.map(({ id, parentId }) => [id, parentId]))
  const isBelow = (id: number | null | undefined, depth = 0): boolean =>
    typeof id === 'number' && depth < 10 && (roots.includes(id) || isBelow(parents.get(id), depth + 1))
  return organizations.filter(({ id }) => isBelow(id))
}
