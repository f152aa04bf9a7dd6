import type { PartDependencies } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '../contract.ts'

/** Whether `from` waits, through others if need be, for `target`. */
function waitsFor(from: number, target: number, dependencies: PartDependencies, seen = new Set<number>()): boolean {
  if (from === target) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (dependencies[from] ?? []).some((next) => waitsFor(next, target, dependencies, seen))
}

/** The chosen prerequisites that wait for the part themselves: with them, nobody could ever begin. */
export const circularPrerequisites = (
  partId: number,
  prerequisiteIds: readonly number[],
  dependencies: PartDependencies,
): number[] => prerequisiteIds.filter((id) => waitsFor(id, partId, { ...dependencies, [partId]: [] }))

/** What an education lacks before it can be published (spec G-021). */
export function missingForPublishing(
  education: Pick<Education, 'educationCategoryIds' | 'parts'>,
): ('educationCategoryIds' | 'educationPartIds')[] {
  return [
    ...(education.educationCategoryIds.length === 0 ? (['educationCategoryIds'] as const) : []),
    ...(education.parts.length === 0 ? (['educationPartIds'] as const) : []),
  ]
}

/** What nothing forbids, but whoever publishes would want to know first. */
export function advisedBeforePublishing(
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
