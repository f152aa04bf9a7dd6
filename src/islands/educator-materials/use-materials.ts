import { useEffect, useState } from 'react'
import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { api } from '../client/api.ts'

const waitMs = 1500

/** Whether an uploaded version of the material waits to be unpacked or is being unpacked. */
export const isUnpacking = ({ pending }: EducatorMaterial) =>
  pending?.state === 'uploaded' || pending?.state === 'unpacking'

/**
 * State of the educator materials of an education, polled every 1.5 seconds while a package is being unpacked. `stored`
 * is read once; `reload` rejects when it fails, a poll is repeated.
 */
export function useMaterials(stored: readonly EducatorMaterial[], educationId: number) {
  const [materials, setMaterials] = useState(stored)
  const reload = async () =>
    setMaterials(await api('GET /EducationPart/EducatorArticulates', { query: { educationId } }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the education changes only with the page.
  useEffect(() => {
    if (!materials.some(isUnpacking)) return
    // A failed poll is retried after the same wait.
    const timer = setTimeout(() => reload().catch(() => setMaterials((now) => [...now])), waitMs)
    return () => clearTimeout(timer)
  }, [materials])
  return { materials, reload }
}
