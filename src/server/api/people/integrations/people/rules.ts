import type { GivenPerson, KeptField } from './contract.ts'

/** A person of the portal whom a call is about. */
export interface StoredPerson {
  userId: number
  firstName: string
  lastName: string
  birthOn: string | null
  email: string | null
  phone: string | null
  isExternal: boolean
  hasSignedIn: boolean
  hasRole: boolean
  /** The federation's register has given the person. */
  isInRegister: boolean
  /** The identity is protected, or the person is erased. */
  isHidden: boolean
  isInactive: boolean
  /** The person is in one of the organisations of the account; true for an account without a list. */
  isOwn: boolean
  organizationIds: number[]
  changedAt: Date
}

/** Values of a call, with the ids of its organisations. */
export interface GivenValues extends Pick<GivenPerson, 'firstName' | 'lastName' | 'birthDate' | 'email' | 'phone'> {
  organizationIds: readonly number[]
}

/**
 * Changes of a person: `fields` has only those that differ. `added` and `removed` are ids of organisations; `kept`
 * names fields that differ and stay as the person has them.
 */
export interface PersonUpdate {
  fields: { firstName?: string; lastName?: string; birthDate?: string; phone?: string }
  /** New e-mail address; null for none. */
  email: string | null
  added: number[]
  removed: number[]
  kept: KeptField[]
}

/**
 * Lists the fields of an update that change something, by their names in the body: names, birth date and phone number,
 * then `email`, then `memberships`.
 */
export const listChangedFields = ({ fields, email, added, removed }: PersonUpdate): string[] => [
  ...Object.keys(fields),
  ...(email === null ? [] : ['email']),
  ...(added.length + removed.length > 0 ? ['memberships'] : []),
]

const isSameAddress = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()

/** Returns the official fields that differ. */
function compareOfficial(given: GivenValues, stored: StoredPerson): PersonUpdate['fields'] {
  const fields: PersonUpdate['fields'] = {}
  if (given.firstName !== stored.firstName) fields.firstName = given.firstName
  if (given.lastName !== stored.lastName) fields.lastName = given.lastName
  if (given.birthDate !== stored.birthOn) fields.birthDate = given.birthDate
  return fields
}

/**
 * Compares a person as an integration account sends it with the stored person, and returns the changes. Without a
 * difference its fields and lists are empty.
 *
 * Official names and the birth date follow the account always; e-mail address and phone number only until the person
 * has signed in, after which `kept` names those that differ. Neither is removed by an empty value. `givenIds` are the
 * organisations that the account has given earlier: a membership ends only in one of them.
 */
export function comparePerson(given: GivenValues, stored: StoredPerson, givenIds: readonly number[]): PersonUpdate {
  const fields = compareOfficial(given, stored)
  const isNewPhone = Boolean(given.phone) && given.phone !== stored.phone
  const isNewEmail = Boolean(given.email) && !isSameAddress(given.email ?? '', stored.email)
  const keptFields: KeptField[] = []
  if (stored.hasSignedIn && isNewEmail) keptFields.push('email')
  if (stored.hasSignedIn && isNewPhone) keptFields.push('phone')
  if (!stored.hasSignedIn && isNewPhone && given.phone) fields.phone = given.phone
  const current = stored.organizationIds
  return {
    fields,
    email: !stored.hasSignedIn && isNewEmail ? (given.email ?? null) : null,
    added: given.organizationIds.filter((id) => !current.includes(id)),
    removed: current.filter((id) => givenIds.includes(id) && !given.organizationIds.includes(id)),
    kept: keptFields,
  }
}

/**
 * Returns why an account may not touch a person; null when it may. People outside its organisations, protected and
 * erased ones look the same, so that the answer reveals nothing. `isLimited`: the account has a list of organisations,
 * and external people are in none.
 */
export function refusePerson(stored: StoredPerson, isLimited: boolean): 'person_needs_office' | null {
  return stored.isHidden || !stored.isOwn || (isLimited && stored.isExternal) ? 'person_needs_office' : null
}

/**
 * Returns why an update of a stored person may not be made; null when it may, and when it changes nothing.
 * `owned_by_register`: the federation's register gives the person; `person_needs_office`: the person has a role or is
 * inactive.
 */
export function refuseUpdate(stored: StoredPerson, update: PersonUpdate) {
  if (listChangedFields(update).length === 0) return null
  if (stored.isInRegister) return 'owned_by_register'
  return stored.hasRole || stored.isInactive ? 'person_needs_office' : null
}
