import type { Leaf, Requirement } from '#api/participation/readiness/rules.ts'
import type { LicenseRule } from './renewal/rules.ts'

/** Alternatives of which `need` are enough. */
export interface RequirementGroup {
  need: number
  educationIds: number[]
  licenseIds: number[]
  otherRequirementIds: number[]
}

/** The requirements of a first cycle: everything listed, and a number of each group. */
export interface FirstRequirements extends Omit<RequirementGroup, 'need'> {
  minAge: number | null
  groups: RequirementGroup[]
}

/** A licence with its requirements and its rule of renewal. */
export interface LicenseDefinition extends FirstRequirements {
  id: number
  name: string
  active: boolean
  /** The portal issues it when all requirements are met. */
  autoIssue: boolean
  rule: LicenseRule
  /** Educations to repeat for a renewal. */
  renewalEducationIds: number[]
}

type References = Omit<RequirementGroup, 'need'>

const leavesOf = ({ educationIds, licenseIds, otherRequirementIds }: References, after: string | null): Leaf[] => [
  ...educationIds.map((id): Leaf => ({ kind: 'education', id, valid: true, after })),
  ...licenseIds.map((id): Leaf => ({ kind: 'license', id })),
  ...otherRequirementIds.map((id): Leaf => ({ kind: 'otherRequirement', id, after })),
]

/**
 * Returns the requirement of a first cycle: the lowest age, all listed educations, licences and other requirements, and
 * enough of each group. Results until `after` (inclusive) do not count: they earned the previous cycle; null lets all
 * count. Required licences count whenever they were issued. An unknown birth date meets no lowest age.
 */
export function toFirstRequirement(requirements: FirstRequirements, after: string | null): Requirement {
  const age: Leaf[] =
    requirements.minAge === null ? [] : [{ kind: 'age', years: requirements.minAge, unknownPasses: false }]
  const groups = requirements.groups.map(
    (one): Requirement => ({ kind: 'some', need: one.need, of: leavesOf(one, after) }),
  )
  return { kind: 'all', of: [...age, ...leavesOf(requirements, after), ...groups] }
}

const creditRequirement = ({ categories, total }: LicenseRule): Requirement[] => [
  ...categories.flatMap(({ minimum }, category): Requirement[] =>
    minimum > 0 ? [{ kind: 'credits', category, need: minimum }] : [],
  ),
  ...(total > 0 ? [{ kind: 'credits', category: null, need: total } as const] : []),
]

/**
 * Returns the requirement of a renewal: to repeat educations later than the day `after`, or to have credits. The ways
 * `never` and `application` require nothing. `after` does not limit credits; `toReadinessFacts` counts them.
 */
export function toRenewalRequirement(
  definition: Pick<LicenseDefinition, 'rule' | 'renewalEducationIds'>,
  after: string,
): Requirement {
  const { rule, renewalEducationIds } = definition
  if (rule.by === 'credits') return { kind: 'all', of: creditRequirement(rule) }
  const repeated = rule.by === 'educations' ? renewalEducationIds : []
  return { kind: 'all', of: repeated.map((id): Leaf => ({ kind: 'education', id, valid: false, after })) }
}

/**
 * Returns the field that makes a definition invalid, the first that does; null when it is valid. Does not check whether
 * the ids exist.
 *
 * `validityMonths`: an end of year needs whole years. `renewalEducationIds` and `total`: the way of renewal would
 * require nothing. `groups`: one needs more alternatives than it has.
 */
export function refuseDefinition({
  rule,
  ...requirements
}: Omit<LicenseDefinition, 'id' | 'name' | 'active' | 'autoIssue'>): string | null {
  if (rule.validityMonths !== null && rule.validToRule !== 0 && rule.validityMonths % 12 !== 0) return 'validityMonths'
  if (rule.by === 'educations' && requirements.renewalEducationIds.length === 0) return 'renewalEducationIds'
  if (rule.by === 'credits' && creditRequirement(rule).length === 0) return 'total'
  const sizeOf = (group: RequirementGroup) =>
    group.educationIds.length + group.licenseIds.length + group.otherRequirementIds.length
  return requirements.groups.some((group) => group.need > sizeOf(group)) ? 'groups' : null
}

/**
 * Maps the index of each category before a change to its index after it: found by name, or renamed at the same index;
 * null when it is removed. Activities refer to categories by index.
 */
export const mapCategoryIndexes = (before: readonly string[], after: readonly string[]): (number | null)[] =>
  before.map((name, at) => {
    const place = after.indexOf(name)
    if (place >= 0) return place
    const renamed = after[at]
    return renamed !== undefined && !before.includes(renamed) ? at : null
  })
