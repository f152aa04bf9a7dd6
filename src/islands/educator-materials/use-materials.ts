import { useEffect, useState } from 'react'
import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { api } from '../client/api.ts'

const waitMs = 1500

export const isUnderWay = ({ pending }: EducatorMaterial) =>
  pending?.state === 'uploaded' || pending?.state === 'unpacking'

/** The material of an education; while a package is being unpacked it is looked at again and again. */
export function useMaterials(stored: readonly EducatorMaterial[], educationId: number) {
  const [materials, setMaterials] = useState(stored)
  const reload = async () =>
    setMaterials(await api('GET /EducationPart/EducatorArticulates', { query: { educationId } }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the education is another one only on another page.
  useEffect(() => {
    if (!materials.some(isUnderWay)) return
    // A moment without a line is waited out.
    const timer = setTimeout(() => reload().catch(() => setMaterials((now) => [...now])), waitMs)
    return () => clearTimeout(timer)
  }, [materials])
  return { materials, reload }
}
