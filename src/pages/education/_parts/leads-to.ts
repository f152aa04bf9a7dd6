import type { License } from '#api/participation/licenses/contract.ts'

/** Role of an education for a licence: required, one of several choices, or counted at renewal. */
export type LeadsTo = 'required' | 'choice' | 'renewal'

type LicenseEducations = Pick<License, 'requiredEducationIds' | 'groups' | 'renewal'>

/**
 * Returns how an education counts towards a licence: `required`, `choice` as one of several to choose from, or
 * `renewal`. The first of these that applies; null when it does not count.
 */
export function leadsTo(
  { requiredEducationIds, groups, renewal }: LicenseEducations,
  educationId: number,
): LeadsTo | null {
  if (requiredEducationIds.includes(educationId)) return 'required'
  if (groups.some(({ educationIds }) => educationIds.includes(educationId))) return 'choice'
  const counted = [renewal.educationIds, ...renewal.categories.map(({ educationIds }) => educationIds)]
  return counted.some((ids) => ids.includes(educationId)) ? 'renewal' : null
}
