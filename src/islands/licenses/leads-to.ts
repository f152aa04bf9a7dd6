import type { License } from '#api/participation/licenses/contract.ts'

/** What an education is to a licence: asked for, one of several ways, or counted when it is renewed. */
export type LeadsTo = 'required' | 'choice' | 'renewal'

type Asked = Pick<License, 'requiredEducationIds' | 'groups' | 'renewal'>

export function leadsTo({ requiredEducationIds, groups, renewal }: Asked, educationId: number): LeadsTo | null {
  if (requiredEducationIds.includes(educationId)) return 'required'
  if (groups.some(({ educationIds }) => educationIds.includes(educationId))) return 'choice'
  const counted = [renewal.educationIds, ...renewal.categories.map(({ educationIds }) => educationIds)]
  return counted.some((ids) => ids.includes(educationId)) ? 'renewal' : null
}
