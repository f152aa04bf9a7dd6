import type { PartDependencies } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '../contract.ts'

/** True when `from` depends, directly or through others, on `target`. */
function dependsOn(from: number, target: number, dependencies: PartDependencies, seen = new Set<number>()): boolean {
  if (from === target) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (dependencies[from] ?? []).some((next) => dependsOn(next, target, dependencies, seen))
}

/** Returns the prerequisites that themselves depend on the part, which would form a circle. */
export const findCircularPrerequisites = (
  partId: number,
  prerequisiteIds: readonly number[],
  dependencies: PartDependencies,
): number[] => prerequisiteIds.filter((id) => dependsOn(id, partId, { ...dependencies, [partId]: [] }))

/** Returns the fields that an education lacks for publication (spec G-021). */
export function listMissingForPublishing(
  education: Pick<Education, 'educationCategoryIds' | 'parts'>,
): ('educationCategoryIds' | 'educationPartIds')[] {
  return [
    ...(education.educationCategoryIds.length === 0 ? (['educationCategoryIds'] as const) : []),
    ...(education.parts.length === 0 ? (['educationPartIds'] as const) : []),
  ]
}

/** Returns the fields that an educator is warned about before publication. They do not prevent it. */
export function listPublishingWarnings(
  education: Pick<Education, 'shortDescription' | 'pictureUrl' | 'responsibleIds' | 'parts' | 'fee' | 'paymentMethods'>,
): ('shortDescription' | 'pictureUrl' | 'responsibleIds' | 'package' | 'paymentMethods')[] {
  const isDigitalWithoutCourse = education.parts.some(({ type, packageId }) => type === 1 && packageId === null)
  return [
    ...(isDigitalWithoutCourse ? (['package'] as const) : []),
    ...(education.fee > 0 && education.paymentMethods.length === 0 ? (['paymentMethods'] as const) : []),
    ...(education.responsibleIds.length === 0 ? (['responsibleIds'] as const) : []),
    ...(education.shortDescription ? [] : (['shortDescription'] as const)),
    ...(education.pictureUrl ? [] : (['pictureUrl'] as const)),
  ]
}
