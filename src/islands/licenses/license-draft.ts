import type { License, LicenseInput } from '#api/participation/licenses/contract.ts'
import type { CreditUnit, RenewalWay } from '#api/participation/licenses/renewal/rules.ts'
import { typedNumber } from '../client/typed-amount.ts'

export interface GroupDraft {
  need: string
  educationIds: number[]
  licenseIds: number[]
  otherRequirementIds: number[]
}

export interface CategoryDraft {
  name: string
  minimum: string
  cap: string
  educationIds: number[]
}

/** What the form holds: numbers as they are typed. */
export interface LicenseDraft {
  name: string
  code: string
  description: string | null
  educationCategoryId: number | null
  order: string
  active: boolean
  autoIssue: boolean
  minAge: string
  requiredEducationIds: number[]
  requiredLicenseIds: number[]
  otherRequirementIds: number[]
  groups: GroupDraft[]
  validityMonths: string
  validToRule: 0 | 1 | 2
  by: RenewalWay
  automatic: boolean
  opensMonths: string
  graceDays: string
  lateMonths: string
  dormantMonths: string
  renewalEducationIds: number[]
  unit: CreditUnit
  total: string
  categories: CategoryDraft[]
}

const typed = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

/** Nothing is none of it, where a licence must say how much. */
const numberIn = (text: string) => typedNumber(text) ?? 0

export const emptyGroup: GroupDraft = { need: '1', educationIds: [], licenseIds: [], otherRequirementIds: [] }
export const emptyCategory: CategoryDraft = { name: '', minimum: '0', cap: '', educationIds: [] }

export const draftOf = ({ renewal, ...license }: License): LicenseDraft => ({
  name: license.name,
  code: license.code ?? '',
  description: license.description,
  active: license.active,
  educationCategoryId: license.educationCategoryId,
  order: typed(license.order),
  autoIssue: license.autoIssue,
  minAge: typed(license.minAge),
  requiredEducationIds: license.requiredEducationIds,
  requiredLicenseIds: license.requiredLicenseIds,
  otherRequirementIds: license.otherRequirementIds,
  groups: license.groups.map((group) => ({ ...group, need: typed(group.need) })),
  validityMonths: typed(license.validityMonths),
  validToRule: license.validToRule,
  by: renewal.by,
  automatic: renewal.automatic,
  opensMonths: typed(renewal.opensMonths),
  graceDays: typed(renewal.graceDays),
  lateMonths: typed(renewal.lateMonths),
  unit: renewal.unit,
  dormantMonths: typed(renewal.dormantMonths),
  renewalEducationIds: renewal.educationIds,
  total: typed(renewal.total),
  categories: renewal.categories.map((one) => ({ ...one, minimum: typed(one.minimum), cap: typed(one.cap) })),
})

function renewalOf(draft: LicenseDraft): LicenseInput['renewal'] {
  return {
    by: draft.by,
    automatic: draft.automatic,
    unit: draft.unit,
    educationIds: draft.renewalEducationIds,
    opensMonths: numberIn(draft.opensMonths),
    graceDays: numberIn(draft.graceDays),
    lateMonths: numberIn(draft.lateMonths),
    dormantMonths: numberIn(draft.dormantMonths),
    total: numberIn(draft.total),
    categories: draft.categories.map((one) => ({
      ...one,
      minimum: numberIn(one.minimum),
      cap: typedNumber(one.cap),
    })),
  }
}

/** What a call is given of the draft, over the version that it was begun from. */
export function inputOf(draft: LicenseDraft, version: License): LicenseInput {
  return {
    name: draft.name,
    code: draft.code || null,
    description: draft.description,
    active: draft.active,
    educationCategoryId: draft.educationCategoryId,
    autoIssue: draft.autoIssue,
    validToRule: draft.validToRule,
    requiredEducationIds: draft.requiredEducationIds,
    requiredLicenseIds: draft.requiredLicenseIds,
    otherRequirementIds: draft.otherRequirementIds,
    order: numberIn(draft.order),
    minAge: typedNumber(draft.minAge),
    validityMonths: typedNumber(draft.validityMonths),
    groups: draft.groups.map((group) => ({ ...group, need: numberIn(group.need) })),
    renewal: renewalOf(draft),
    id: version.id || null,
    lastChange: version.id ? version.lastChange : null,
  }
}

/** What the form starts from when there is nothing yet: three years, renewed for the asking. */
export const noLicense: License = {
  id: 0,
  name: '',
  code: null,
  description: null,
  educationCategoryId: null,
  active: true,
  autoIssue: true,
  minAge: null,
  validityMonths: 36,
  validToRule: 0,
  requiredEducationIds: [],
  requiredLicenseIds: [],
  otherRequirementIds: [],
  groups: [],
  order: 0,
  educationTitles: {},
  lastChange: new Date(0),
  renewal: {
    by: 'application',
    automatic: false,
    opensMonths: 6,
    graceDays: 0,
    lateMonths: 0,
    dormantMonths: 0,
    unit: 'hours',
    total: 0,
    categories: [],
    educationIds: [],
  },
}

/** A field of the call under the name that the form gives it. */
export const fieldOf = (field: string): string => {
  const own = field.replace(/^renewal\./, '')
  if (own === 'educationIds') return 'renewalEducationIds'
  return own.split('.')[0] ?? own
}
