import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { island } from '../client/texts.tsx'
import { MaterialFrame } from './MaterialFrame.tsx'
import { MaterialRow } from './MaterialRow.tsx'

interface MaterialListProps {
  materials: readonly EducatorMaterial[]
  userId: number
  showsPart?: boolean | undefined
}

function List({ materials, userId, showsPart }: MaterialListProps) {
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {materials.map((material) => (
          <MaterialRow key={material.educatorArticulateId} material={material} userId={userId} showsPart={showsPart} />
        ))}
      </ul>
      <MaterialFrame />
    </>
  )
}

/**
 * Lists educator material in the given order with buttons that open it, and the player that they open. `userId` is the
 * reader, who runs the material.
 */
export const MaterialList = island(List)
