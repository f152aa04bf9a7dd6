import type { Leaf, Requirement } from '#api/participation/readiness/rules.ts'
import type { LicenseRule } from './renewal/rules.ts'

/** So many of the named things are enough. */
export interface RequirementGroup {
  need: number
  educationIds: number[]
  licenseIds: number[]
  otherRequirementIds: number[]
}

/** What is asked of whoever is given a licence for the first time; all of it, and so much of each group. */
export interface Asked extends Omit<RequirementGroup, 'need'> {
  minAge: number | null
  groups: RequirementGroup[]
}

export interface Definition extends Asked {
  id: number
  name: string
  active: boolean
  /** Issued by itself when all is met. */
  autoIssue: boolean
  rule: LicenseRule
  /** To repeat for a renewal. */
  renewalEducationIds: number[]
}

type References = Omit<RequirementGroup, 'need'>

const leavesOf = ({ educationIds, licenseIds, otherRequirementIds }: References, after: string | null): Leaf[] => [
  ...educationIds.map((id): Leaf => ({ kind: 'education', id, valid: true, after })),
  ...licenseIds.map((id): Leaf => ({ kind: 'license', id })),
  ...otherRequirementIds.map((id): Leaf => ({ kind: 'otherRequirement', id, after })),
]

/** What a first cycle asks; `after`: a licence that has gone out is not given again for what gave it before. */
export function firstRequirement(asked: Asked, after: string | null): Requirement {
  const age: Leaf[] = asked.minAge === null ? [] : [{ kind: 'age', years: asked.minAge, unknownPasses: false }]
  const groups = asked.groups.map((one): Requirement => ({ kind: 'some', need: one.need, of: leavesOf(one, after) }))
  return { kind: 'all', of: [...age, ...leavesOf(asked, after), ...groups] }
}

const creditRequirement = ({ categories, total }: LicenseRule): Requirement[] => [
  ...categories.flatMap(({ minimum }, category): Requirement[] =>
    minimum > 0 ? [{ kind: 'credits', category, need: minimum }] : [],
  ),
  ...(total > 0 ? [{ kind: 'credits', category: null, need: total } as const] : []),
]

/** What the next cycle asks of somebody whose last one was decided on that day. */
export function renewalRequirement(
  definition: Pick<Definition, 'rule' | 'renewalEducationIds'>,
  after: string,
): Requirement {
  const { rule, renewalEducationIds } = definition
  if (rule.by === 'credits') return { kind: 'all', of: creditRequirement(rule) }
  const repeated = rule.by === 'educations' ? renewalEducationIds : []
  return { kind: 'all', of: repeated.map((id): Leaf => ({ kind: 'education', id, valid: false, after })) }
}

/** What cannot be a definition; each is the field that says so. */
export function refuseDefinition({
  rule,
  ...asked
}: Omit<Definition, 'id' | 'name' | 'active' | 'autoIssue'>): string | null {
  if (rule.validityMonths !== null && rule.validToRule !== 0 && rule.validityMonths % 12 !== 0) return 'validityMonths'
  if (rule.by === 'educations' && asked.renewalEducationIds.length === 0) return 'renewalEducationIds'
  if (rule.by === 'credits' && creditRequirement(rule).length === 0) return 'total'
  const sizeOf = (group: RequirementGroup) =>
    group.educationIds.length + group.licenseIds.length + group.otherRequirementIds.length
  return asked.groups.some((group) => group.need > sizeOf(group)) ? 'groups' : null
}

/**
 * Where each category stands after a change, by its place before: by its name, or in the same place under a new name; null
 * for one that is gone. What has been reported in it is found by its place.
 */
export const movedCategories = (before: readonly string[], after: readonly string[]): (number | null)[] =>
  before.map((name, at) => {
    const place = after.indexOf(name)
    if (place >= 0) return place
    const renamed = after[at]
    return renamed !== undefined && !before.includes(renamed) ? at : null
  })
