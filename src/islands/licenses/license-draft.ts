import type { License, LicenseInput } from '#api/participation/licenses/contract.ts'
import type { CreditUnit, RenewalWay } from '#api/participation/licenses/renewal/rules.ts'
import { parseNumberInput } from '../client/amount-input.ts'

/** Form values of alternative requirements. */
export interface GroupDraft {
  /** Number of the alternatives that are enough. */
  need: string
  educationIds: number[]
  licenseIds: number[]
  otherRequirementIds: number[]
}

/** Form values of a kind of training that a renewal by credits requires. */
export interface CategoryDraft {
  name: string
  /** Lowest amount, in hours or activities. */
  minimum: string
  /** Highest amount that counts; empty for no limit. */
  cap: string
  educationIds: number[]
}

/** Form values of a licence, with numbers as text. */
export interface LicenseDraft {
  name: string
  code: string
  description: string | null
  educationCategoryId: number | null
  /** Place in the list of licences, the lowest first. */
  order: string
  active: boolean
  /** Whether it is issued automatically when all requirements are met. */
  autoIssue: boolean
  /** Years; empty for no limit. */
  minAge: string
  requiredEducationIds: number[]
  requiredLicenseIds: number[]
  otherRequirementIds: number[]
  groups: GroupDraft[]
  /** Empty for a licence that never expires. */
  validityMonths: string
  /** Last day: 0 on the day, 1 at the end of its year, 2 at the end of its year and from July of the next one. */
  validToRule: 0 | 1 | 2
  /** The way to renew it. */
  by: RenewalWay
  /** Whether the portal renews it when all requirements are met. */
  automatic: boolean
  /** Months before the last day from which it can be renewed. */
  opensMonths: string
  /** Days after the last day during which it is still valid. */
  graceDays: string
  /** Months after the last day during which it is invalid, and a renewal keeps the old dates. */
  lateMonths: string
  /** Months after those during which a renewal starts a new period. */
  dormantMonths: string
  /** For the way `educations`. */
  renewalEducationIds: number[]
  /** For the way `credits`, as is the rest. */
  unit: CreditUnit
  /** Lowest amount in all categories together. */
  total: string
  categories: CategoryDraft[]
}

const toInputText = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

/** Returns 0 for an empty field, where a licence requires a number. */
const parseOrZero = (text: string) => parseNumberInput(text) ?? 0

export const emptyGroup: GroupDraft = { need: '1', educationIds: [], licenseIds: [], otherRequirementIds: [] }
export const emptyCategory: CategoryDraft = { name: '', minimum: '0', cap: '', educationIds: [] }

/**
 * Converts a licence to the draft of its form; numbers become texts with a decimal comma, null becomes empty. The rules
 * of renewal lie in the draft itself.
 */
export const toDraft = ({ renewal, ...license }: License): LicenseDraft => ({
  name: license.name,
  code: license.code ?? '',
  description: license.description,
  active: license.active,
  educationCategoryId: license.educationCategoryId,
  order: toInputText(license.order),
  autoIssue: license.autoIssue,
  minAge: toInputText(license.minAge),
  requiredEducationIds: license.requiredEducationIds,
  requiredLicenseIds: license.requiredLicenseIds,
  otherRequirementIds: license.otherRequirementIds,
  groups: license.groups.map((group) => ({ ...group, need: toInputText(group.need) })),
  validityMonths: toInputText(license.validityMonths),
  validToRule: license.validToRule,
  by: renewal.by,
  automatic: renewal.automatic,
  opensMonths: toInputText(renewal.opensMonths),
  graceDays: toInputText(renewal.graceDays),
  lateMonths: toInputText(renewal.lateMonths),
  unit: renewal.unit,
  dormantMonths: toInputText(renewal.dormantMonths),
  renewalEducationIds: renewal.educationIds,
  total: toInputText(renewal.total),
  categories: renewal.categories.map((one) => ({
    ...one,
    minimum: toInputText(one.minimum),
    cap: toInputText(one.cap),
  })),
})

function renewalOf(draft: LicenseDraft): LicenseInput['renewal'] {
  return {
    by: draft.by,
    automatic: draft.automatic,
    unit: draft.unit,
    educationIds: draft.renewalEducationIds,
    opensMonths: parseOrZero(draft.opensMonths),
    graceDays: parseOrZero(draft.graceDays),
    lateMonths: parseOrZero(draft.lateMonths),
    dormantMonths: parseOrZero(draft.dormantMonths),
    total: parseOrZero(draft.total),
    categories: draft.categories.map((one) => ({
      ...one,
      minimum: parseOrZero(one.minimum),
      cap: parseNumberInput(one.cap),
    })),
  }
}

/**
 * Converts the draft to the input of the call, over the `version` that it began from; one with the id 0 is a new
 * licence. An empty number becomes 0 where a licence requires one, and null elsewhere; text that is no number stays, so
 * that the server names its field.
 */
export function toInput(draft: LicenseDraft, version: License): LicenseInput {
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
    order: parseOrZero(draft.order),
    minAge: parseNumberInput(draft.minAge),
    validityMonths: parseNumberInput(draft.validityMonths),
    groups: draft.groups.map((group) => ({ ...group, need: parseOrZero(group.need) })),
    renewal: renewalOf(draft),
    id: version.id || null,
    lastChange: version.id ? version.lastChange : null,
  }
}

/** Initial values of the form for a new licence: valid for three years, renewed on application. */
export const emptyLicense: License = {
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

/**
 * Returns the form's name for a field of the call, given as a dotted path: its first segment, without `renewal`. The
 * educations of the renewal are `renewalEducationIds` there.
 */
export const toFormField = (field: string): string => {
  const [first = field, second = first] = field.split('.')
  if (first !== 'renewal') return first
  return second === 'educationIds' ? 'renewalEducationIds' : second
}
