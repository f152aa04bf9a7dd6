import { useState } from 'react'
import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { api } from '../client/api.ts'
import { usePoll } from '../client/use-poll.ts'

/** Whether an uploaded version of the material waits to be unpacked or is being unpacked. */
export const isUnpacking = ({ pending }: EducatorMaterial) =>
  pending?.state === 'uploaded' || pending?.state === 'unpacking'

/**
 * State of the educator materials of an education, polled every two seconds while a package is being unpacked. `stored`
 * is read once; `reload` reads them now and rejects when that fails. A refused poll is in `polling`.
 */
export function useMaterials(stored: readonly EducatorMaterial[], educationId: number) {
  const [materials, setMaterials] = useState(stored)
  const load = async () => {
    const now = await api('GET /EducationPart/EducatorArticulates', { query: { educationId } })
    setMaterials(now)
    return !now.some(isUnpacking)
  }
  const polling = usePoll(materials.some(isUnpacking), load)
  const reload = async () => {
    await load()
    polling.retry()
  }
  return { materials, polling, reload }
}
