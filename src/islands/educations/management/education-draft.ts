import type { Education } from '#api/catalogue/educations/contract.ts'
import type { EducationInput } from '#api/catalogue/educations/management/contract.ts'
import { parseNumberInput } from '../../client/amount-input.ts'
import type { ComboboxItem } from '../../ui/Combobox.tsx'
import type { PricedPart } from '../part-totals.ts'

/** Form values of an education, with numbers as text. */
export interface EducationDraft {
  title: string
  code: string
  shortDescription: string
  description: string | null
  educationCategoryIds: number[]
  educationRoleIds: number[]
  /** Free text, for a portal where the target group is no choice of roles. */
  targetGroup: string
  targetGroupRoleIds: number[]
  /** Kronor. */
  fee: string
  /** Per cent. */
  vatRate: number
  /** 0 card, 1 invoice to the club. */
  paymentMethods: (0 | 1)[]
  responsibleIds: number[]
  contactUserId: number | null
  organizerOrganizationId: number | null
  /** Hours; empty for the sum of the parts. */
  hours: string
  prerequisiteEducationIds: number[]
  /** Months that a completed education is valid; empty for ever. */
  validityMonths: string
  /** Lowest and highest age in years, both included; empty for no limit. */
  minAge: string
  maxAge: string
  /** Age in years below which a guardian must come along; empty for never. */
  guardianRequiredUnderAge: string
  /** Whether members of other federations may not sign up. */
  blockedForExternalUsers: boolean
  inPublicCatalogue: boolean
  customQuestions: Education['customQuestions']
  certificateText: string | null
  archived: boolean
  /** Only in the form: a new picture, null to remove it, undefined to leave it. */
  picture: File | null | undefined
}

const toInputText = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

/**
 * Converts an education to the draft of its form; numbers become texts with a decimal comma, missing texts become
 * empty, and no picture is chosen.
 */
export const toDraft = (education: Education): EducationDraft => ({
  title: education.title,
  code: education.code ?? '',
  shortDescription: education.shortDescription ?? '',
  description: education.description,
  educationCategoryIds: education.educationCategoryIds,
  educationRoleIds: education.educationRoleIds,
  targetGroup: education.targetGroup ?? '',
  targetGroupRoleIds: education.targetGroupRoleIds,
  fee: toInputText(education.fee),
  vatRate: education.vatRate,
  paymentMethods: education.paymentMethods,
  responsibleIds: education.responsibleIds,
  contactUserId: education.contactUserId,
  organizerOrganizationId: education.organizerOrganizationId,
  hours: toInputText(education.hours),
  prerequisiteEducationIds: education.prerequisiteEducationIds,
  validityMonths: toInputText(education.validityMonths),
  minAge: toInputText(education.minAge),
  maxAge: toInputText(education.maxAge),
  guardianRequiredUnderAge: toInputText(education.guardianRequiredUnderAge),
  blockedForExternalUsers: education.blockedForExternalUsers,
  inPublicCatalogue: education.inPublicCatalogue,
  customQuestions: education.customQuestions,
  certificateText: education.certificateText,
  archived: education.archived,
  picture: undefined,
})

/**
 * Converts the draft to the input of the call, over the `version` that it began from; one with the id 0 is a new
 * education. An empty fee is 0, other empty numbers are null; text that is no number stays, so that the server names
 * its field. The picture is a file of its own: null when none is new. A picture of null in the draft removes the stored
 * one.
 */
export function toInput(draft: EducationDraft, version: Education): { body: EducationInput; file: File | null } {
  const { picture, ...fields } = draft
  return {
    body: {
      ...fields,
      id: version.id || null,
      fee: parseNumberInput(draft.fee) ?? 0,
      hours: parseNumberInput(draft.hours),
      validityMonths: parseNumberInput(draft.validityMonths),
      minAge: parseNumberInput(draft.minAge),
      maxAge: parseNumberInput(draft.maxAge),
      guardianRequiredUnderAge: parseNumberInput(draft.guardianRequiredUnderAge),
      removePicture: picture === null,
      lastChange: version.id ? version.lastChange : null,
    },
    file: picture ?? null,
  }
}

/** Initial values of the form for a new education. */
export const emptyEducation: Education = {
  id: 0,
  code: null,
  title: '',
  shortDescription: null,
  pictureUrl: null,
  pictureColor: null,
  published: false,
  archived: false,
  educationCategoryIds: [],
  educationRoleIds: [],
  fee: 0,
  hours: null,
  description: null,
  publishedDate: null,
  targetGroup: null,
  targetGroupRoleIds: [],
  vatRate: 0,
  paymentMethods: [],
  responsibleIds: [],
  contactUserId: null,
  organizerOrganizationId: null,
  educationPartIds: [],
  parts: [],
  partDependencies: {},
  prerequisiteEducationIds: [],
  validityMonths: null,
  minAge: null,
  maxAge: null,
  guardianRequiredUnderAge: null,
  blockedForExternalUsers: false,
  inPublicCatalogue: true,
  customQuestions: [],
  certificateText: null,
  lastChange: new Date(0),
}

/** Choices of the form, by field. */
export interface EducationChoices {
  categories: ComboboxItem[]
  roles: ComboboxItem[]
  /** Names of the organisations, people and educations that are already chosen. */
  organizations: ComboboxItem[]
  people: ComboboxItem[]
  educations: ComboboxItem[]
  /** The parts of a stored education with their fees. */
  pricedParts: PricedPart[]
  hasTargetRoles: boolean
}
