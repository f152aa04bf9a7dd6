import type { User, UserEdit } from '#api/people/users/contract.ts'

/** Form values of a person; missing values are empty texts. */
export interface PersonDraft {
  firstName: string
  lastName: string
  email: string
  phone: string
  /** `yyyy-MM-dd`. */
  birthDate: string
  organizationIds: number[]
  /** A new picture; null leaves the stored one unless `removePicture` is set. */
  picture: File | null
  removePicture: boolean
}

/**
 * Converts a person to the draft of the form; missing values become empty texts, and no picture is chosen or removed.
 */
export const toDraft = (person: User): PersonDraft => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email ?? '',
  phone: person.phone ?? '',
  birthDate: person.birthDate ?? '',
  organizationIds: Object.keys(person.organizations).map(Number),
  picture: null,
  removePicture: false,
})

const texts = ['firstName', 'lastName', 'email', 'phone', 'birthDate'] as const

const toSortedKey = (ids: readonly number[]) => JSON.stringify([...ids].sort((a, b) => a - b))

/**
 * Returns only the changed fields, trimmed, so that nothing else is overwritten, with the version that the draft began
 * from. An emptied field is null; memberships are in it when the set of them has changed. The picture is sent apart.
 */
export function toEdit(draft: PersonDraft, person: User): UserEdit {
  const before = toDraft(person)
  const fields = texts.filter((field) => draft[field].trim() !== before[field])
  const organizationIds = draft.organizationIds
  return {
    ...Object.fromEntries(fields.map((field) => [field, draft[field].trim() || null])),
    ...(toSortedKey(organizationIds) === toSortedKey(before.organizationIds) ? {} : { organizationIds }),
    lastChange: person.lastChange,
  }
}
