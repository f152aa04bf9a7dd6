import type { PartDependencies } from '#api/catalogue/education-parts/contract.ts'

/** Each part in the first column that comes after all it waits for. */
export function partLayers(partIds: readonly number[], dependencies: PartDependencies): number[][] {
  const columnOf = new Map<number, number>()
  const column = (id: number): number => {
    const known = columnOf.get(id)
    if (known !== undefined) return known
    const first = (dependencies[id] ?? []).filter((one) => partIds.includes(one))
    // Stands until the answer is known, so that even a circle, which is never stored, comes to an end.
    columnOf.set(id, 0)
    const found = first.length === 0 ? 0 : Math.max(...first.map(column)) + 1
    columnOf.set(id, found)
    return found
  }
  const layers: number[][] = []
  for (const id of partIds) {
    const at = column(id)
    layers[at] = [...(layers[at] ?? []), id]
  }
  return layers
}
