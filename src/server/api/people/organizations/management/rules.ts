/** True when the last of ten digits is the Luhn check digit. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => {
    const weighted = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}

const tenDigits = (text: string) => text.trim().replace('-', '').slice(-10)

/**
 * True when the text is a Swedish organisation number: ten digits, with or without a hyphen or the century 16. The
 * third digit is at least 2, and the last is the check digit.
 */
export const isOrganizationNumber = (text: string): boolean =>
  /^(16)?\d{2}[2-9]\d{3}-?\d{4}$/.test(text.trim()) && hasCheckDigit(tenDigits(text))

/** Formats a valid organisation number as on an invoice, without a century: `802400-0005`. */
export function formatOrganizationNumber(text: string): string {
  const digits = tenDigits(text)
  return `${digits.slice(0, 6)}-${digits.slice(6)}`
}

type Address = Record<'addressLine1' | 'addressLine2' | 'postalNumber' | 'city' | 'country', string | null>

export interface OrganizationState extends Address {
  id: number
  type: 0 | 1 | 2
  parentId: number | null
  active: boolean
  isMain: boolean
}

/** The new parent; `path` holds its ids from the root, `/1/7/`. */
export interface ParentOrganization {
  type: 0 | 1 | 2
  path: string
}

type Reason =
  | 'address_incomplete'
  | 'organization_circle'
  | 'organization_main_active'
  | 'organization_main_federation'
  | 'organization_main_needed'
  | 'organization_parent'
  | 'organization_registered'
  | 'unknown_reference'

type Reasons = Record<string, Reason>

/** Fields that the portal decides for organisations of the register too. */
const ownFields = ['canBeInvoiced', 'invoiceEmail', 'isMain']

const addressFields = ['addressLine1', 'addressLine2', 'postalNumber', 'city', 'country'] as const
const requiredAddressFields = ['addressLine1', 'postalNumber', 'city'] as const

function refuseParent(after: OrganizationState, parent: ParentOrganization | null): Reason | null {
  if (after.parentId === null) return null
  if (!parent) return 'unknown_reference'
  if (parent.path.includes(`/${after.id}/`)) return 'organization_circle'
  return parent.type < after.type ? null : 'organization_parent'
}

function refuseAddress(after: OrganizationState): Reasons {
  if (addressFields.every((field) => after[field] === null)) return {}
  const missing = requiredAddressFields.filter((field) => after[field] === null)
  return Object.fromEntries(missing.map((field) => [field, 'address_incomplete']))
}

function refuseMain(before: OrganizationState | null, after: OrganizationState): Reasons {
  if (before?.isMain && !after.isMain) return { isMain: 'organization_main_needed' }
  if (!after.isMain) return {}
  if (after.type !== 0) return { isMain: 'organization_main_federation' }
  return after.active ? {} : { active: 'organization_main_active' }
}

interface Change {
  /** Null for a new organisation. */
  before: OrganizationState | null
  /** Names of the fields that differ from the stored ones. */
  changed: readonly string[]
  after: OrganizationState
  /** Null without a parent, and for one that does not exist. */
  parent: ParentOrganization | null
  /** Whether the register of members supplies the organisation. */
  isRegistered: boolean
}

/**
 * Returns the reason for each field of a new or changed organisation that is refused, by field; empty when all are
 * accepted. `changed` names the fields that differ, `parent` is the new parent.
 *
 * Of an organisation from a register, every change but that of the portal's own fields is refused, alone. Else: a
 * changed parent must exist, have a lower `type` and not be below it; a changed postal address, unless empty, needs
 * line 1, postal number and city; the main one stays so, and is an active federation. Does not look up numbers that are
 * taken: the commit does.
 */
export function refuseFields({ before, changed, after, parent, isRegistered }: Change): Reasons {
  if (isRegistered) {
    const fixed = changed.filter((field) => !ownFields.includes(field))
    if (fixed.length > 0) return Object.fromEntries(fixed.map((field) => [field, 'organization_registered']))
  }
  const parentReason = changed.includes('parentId') ? refuseParent(after, parent) : null
  return {
    ...(parentReason && { parentId: parentReason }),
    ...(addressFields.some((field) => changed.includes(field)) && refuseAddress(after)),
    ...refuseMain(before, after),
  }
}
