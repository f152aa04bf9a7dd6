import type { PartDependencies } from '#api/catalogue/education-parts/contract.ts'

/**
 * Returns the parts in columns, each in the first column after all of its prerequisites. A column is in the order of
 * `partIds`; prerequisites outside of it do not count.
 */
export function partLayers(partIds: readonly number[], dependencies: PartDependencies): number[][] {
  const columnOf = new Map<number, number>()
  const column = (id: number): number => {
    const knownColumn = columnOf.get(id)
    if (knownColumn !== undefined) return knownColumn
    const first = (dependencies[id] ?? []).filter((one) => partIds.includes(one))
    // Set before the recursion, so that it ends even for a circular dependency, which is never stored.
    columnOf.set(id, 0)
    const computed = first.length === 0 ? 0 : Math.max(...first.map(column)) + 1
    columnOf.set(id, computed)
    return computed
  }
  const layers: number[][] = []
  for (const id of partIds) {
    const at = column(id)
    layers[at] = [...(layers[at] ?? []), id]
  }
  return layers
}
