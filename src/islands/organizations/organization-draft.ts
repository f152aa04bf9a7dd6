import type {
  ManagedOrganization,
  NewOrganization,
  OrganizationChange,
} from '#api/people/organizations/management/contract.ts'
import { unchecked } from '../../unchecked.ts'

type OrganizationType = ManagedOrganization['type']

const texts = [
  ...(['name', 'shortName', 'orgNr', 'email', 'phone', 'website'] as const),
  ...(['addressLine1', 'addressLine2', 'postalNumber', 'city', 'country', 'invoiceEmail'] as const),
] as const
type TextField = (typeof texts)[number]

const others = ['parentId', 'canBeInvoiced', 'active', 'isMain'] as const

/** Form values of an organisation; empty texts are empty strings. */
export type OrganizationDraft = Record<TextField, string> &
  Pick<ManagedOrganization, (typeof others)[number]> & { type: OrganizationType }

/**
 * Returns the initial values of an organisation below `parent`: active, without texts, a district below a federation, a
 * club below others, and a federation when there is none.
 */
export function emptyOrganization(parent: { id: number; name: string; type: OrganizationType } | null) {
  const noTexts = Object.fromEntries(texts.map((field) => [field, null]))
  const blank = {
    ...noTexts,
    id: 0,
    name: '',
    type: parent ? (parent.type === 0 ? 1 : 2) : 0,
    parentId: parent?.id ?? null,
    parentName: parent?.name ?? null,
    canBeInvoiced: false,
    active: true,
    isMain: false,
    isRegistered: false,
    lastChange: new Date(0),
  }
  // Every text field is set, from the list of their names.
  return unchecked<ManagedOrganization>(blank)
}

/** Converts an organisation to the draft of its form; missing texts become empty. */
export function toDraft(stored: ManagedOrganization): OrganizationDraft {
  const { type, parentId, canBeInvoiced, active, isMain } = stored
  const textValues = Object.fromEntries(texts.map((field) => [field, stored[field] ?? ''])) as Record<TextField, string>
  return { ...textValues, type, parentId, canBeInvoiced, active, isMain }
}

const toInputValue = (draft: OrganizationDraft, field: TextField | (typeof others)[number]) => {
  const value = draft[field]
  if (field === 'name') return draft.name.trim()
  return typeof value === 'string' ? value.trim() || null : value
}

/**
 * Returns only the changed fields, with the version that the draft began from as `lastChange`, without the id. Texts
 * are trimmed before they are compared, and an emptied one is null, except the name.
 */
export function toChange(draft: OrganizationDraft, stored: ManagedOrganization): OrganizationChange {
  const changed = [...texts, ...others].filter((field) => toInputValue(draft, field) !== stored[field])
  return {
    ...Object.fromEntries(changed.map((field) => [field, toInputValue(draft, field)])),
    lastChange: stored.lastChange,
  }
}

/**
 * Converts the draft of a new organisation to the input of the call, without empty fields and `isMain`. Texts are
 * trimmed.
 */
export function toNewOrganization(draft: OrganizationDraft): NewOrganization {
  const filled = [...texts, ...others].filter((field) => field !== 'isMain' && toInputValue(draft, field) !== null)
  const fields = Object.fromEntries(filled.map((field) => [field, toInputValue(draft, field)]))
  return { ...fields, name: draft.name.trim(), type: draft.type }
}
