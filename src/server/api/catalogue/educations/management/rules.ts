import type { PartDependencies } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '../contract.ts'

/** True when `from` depends, directly or through others, on `target`. */
function dependsOn(
  from: number,
  target: number,
  dependencies: PartDependencies,
  visitedIds = new Set<number>(),
): boolean {
  if (from === target) return true
  if (visitedIds.has(from)) return false
  visitedIds.add(from)
  return (dependencies[from] ?? []).some((next) => dependsOn(next, target, dependencies, visitedIds))
}

/** True when the highest age is not below the lowest. An age that is not set limits nothing. */
export const isAgeRangeValid = ({ minAge, maxAge }: { minAge: number | null; maxAge: number | null }): boolean =>
  minAge === null || maxAge === null || minAge <= maxAge

/**
 * Returns those of `prerequisiteIds` that depend on the part, at any depth, or are the part, which would form a circle;
 * empty when none does. The part's own stored dependencies are ignored, as they are replaced.
 */
export const findCircularPrerequisites = (
  partId: number,
  prerequisiteIds: readonly number[],
  dependencies: PartDependencies,
): number[] => prerequisiteIds.filter((id) => dependsOn(id, partId, { ...dependencies, [partId]: [] }))

/**
 * Returns the fields that an education lacks for publication (spec G-021), a category (`educationCategoryIds`) first
 * and a part (`educationPartIds`) second; empty when it can be published. An education that is published already is
 * judged alike.
 */
export function listMissingForPublishing(
  education: Pick<Education, 'educationCategoryIds' | 'parts'>,
): ('educationCategoryIds' | 'educationPartIds')[] {
  return [
    ...(education.educationCategoryIds.length === 0 ? (['educationCategoryIds'] as const) : []),
    ...(education.parts.length === 0 ? (['educationPartIds'] as const) : []),
  ]
}

/**
 * Lists the warnings that an educator gets before publication, as names of fields; none of them prevents it.
 *
 * In this order: `package`, a digital part has no course; `paymentMethods`, the education itself has a fee, fees of
 * parts aside, and no way to pay it; `responsibleIds`, `shortDescription` and `pictureUrl`, the field is empty.
 */
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
