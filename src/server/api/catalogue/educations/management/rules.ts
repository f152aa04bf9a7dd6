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
  education: Pick<Education, 'educationCategoryIds'> & { parts: readonly unknown[] },
): ('educationCategoryIds' | 'educationPartIds')[] {
  return [
    ...(education.educationCategoryIds.length === 0 ? (['educationCategoryIds'] as const) : []),
    ...(education.parts.length === 0 ? (['educationPartIds'] as const) : []),
  ]
}

/** Warnings before publication, in the order in which they are shown. */
const publishingWarnings = [
  'package',
  'occasions',
  'paymentMethods',
  'occasionPaymentMethods',
  'responsibleIds',
  'shortDescription',
  'pictureUrl',
] as const
export type PublishingWarning = (typeof publishingWarnings)[number]

type CheckedEducation = Pick<
  Education,
  'shortDescription' | 'pictureUrl' | 'responsibleIds' | 'fee' | 'paymentMethods'
> & { parts: readonly Pick<Education['parts'][number], 'id' | 'type' | 'packageId' | 'mandatory' | 'fee'>[] }

/** An occasion that has not begun, as far as the warnings concern it. */
interface ComingOccasion {
  educationPartId: number
  /** Its own fee in kronor, besides that of its part. */
  fee: number
  paymentMethods: readonly number[]
  canceled: boolean
}

/**
 * Lists the warnings that an educator gets before publication, in the order of `publishingWarnings`; none of them
 * prevents it. `coming` are all occasions of the education that have not begun; null leaves out the warnings about
 * them.
 *
 * `package`: a digital part has no course. `occasions`: a mandatory part of occasions has none to sign up for.
 * `paymentMethods`: the education, or a part of it without occasions, has a fee and no way to pay it.
 * `occasionPaymentMethods`: an occasion costs, by itself or by its part, and has none. The others: the field is empty.
 */
export function listPublishingWarnings(
  { parts, fee, paymentMethods, ...about }: CheckedEducation,
  coming: readonly ComingOccasion[] | null,
): PublishingWarning[] {
  const open = coming?.filter(({ canceled }) => !canceled) ?? []
  const feeOf = (partId: number) => parts.find(({ id }) => id === partId)?.fee ?? 0
  const isWarned: Record<PublishingWarning, boolean> = {
    package: parts.some(({ type, packageId }) => type === 1 && packageId === null),
    occasions:
      coming !== null &&
      parts.some(({ id, type, mandatory }) => {
        return type === 0 && mandatory && !open.some(({ educationPartId }) => educationPartId === id)
      }),
    paymentMethods: paymentMethods.length === 0 && (fee > 0 || parts.some((part) => part.type !== 0 && part.fee > 0)),
    occasionPaymentMethods: open.some(
      (occasion) => occasion.paymentMethods.length === 0 && (occasion.fee > 0 || feeOf(occasion.educationPartId) > 0),
    ),
    responsibleIds: about.responsibleIds.length === 0,
    shortDescription: !about.shortDescription,
    pictureUrl: !about.pictureUrl,
  }
  return publishingWarnings.filter((warning) => isWarned[warning])
}
