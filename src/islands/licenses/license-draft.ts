import type { License, LicenseInput } from '#api/participation/licenses/contract.ts'
import type { CreditUnit, RenewalWay } from '#api/participation/licenses/renewal/rules.ts'
import { parseNumberInput } from '../client/amount-input.ts'

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

/** Form values of a licence, with numbers as text. */
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

const toInputText = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

/** Returns 0 for an empty field, where a licence requires a number. */
const parseOrZero = (text: string) => parseNumberInput(text) ?? 0

export const emptyGroup: GroupDraft = { need: '1', educationIds: [], licenseIds: [], otherRequirementIds: [] }
export const emptyCategory: CategoryDraft = { name: '', minimum: '0', cap: '', educationIds: [] }

/** Converts a licence to the draft of its form; numbers become texts. */
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
 * Converts the draft to the input of the call, over the version that it began from. An empty number becomes 0 where a
 * licence requires one, and null elsewhere; text that is no number stays, so that the server names its field.
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
