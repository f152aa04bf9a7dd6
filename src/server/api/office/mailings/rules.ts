/** Kinds of selection that a mailing can go to. */
export const audienceKinds = ['occasion', 'users', 'licenseHolders', 'clubAdministrators'] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** A selection without ids of people, as it is stored with a mailing. */
export type StoredAudience =
  | { kind: 'occasion'; occasionId: number }
  | { kind: 'users' }
  | { kind: 'licenseHolders'; licenseId: number | null; endsFrom: string; endsTo: string }
  | { kind: 'clubAdministrators'; organizationId: number | null }

export const mailingStates = ['scheduled', 'sending', 'sent', 'canceled'] as const
export type MailingState = (typeof mailingStates)[number]

export type RecipientState = 'waiting' | 'written' | 'skipped'

/**
 * Why a recipient got no mail: the selection no longer has them, the author may not write to it, no e-mail address, or
 * mailings declined.
 */
export const skipReasons = ['left', 'author', 'noAddress', 'declined'] as const
export type SkipReason = (typeof skipReasons)[number]

/** Audiences whose people may decline mailings. The others are about a seat, a licence or a role that they hold. */
export const isDeclinable = (kind: AudienceKind): boolean => kind === 'users'

/** Most recipients of one mailing. */
export const maxRecipients = 20_000

/** Most people that can be selected one by one. */
export const maxSelectedPeople = 2000

/** Most days ahead that a mailing can be scheduled. */
export const maxDaysAhead = 365

export const placeholders = ['firstName', 'name', 'occasion', 'date', 'place', 'license', 'endDate'] as const
export type Placeholder = (typeof placeholders)[number]

/** Names of the placeholders in a text: Swedish, then English. */
const placeholderNames: Record<Placeholder, readonly [string, string]> = {
  firstName: ['förnamn', 'firstname'],
  name: ['namn', 'name'],
  occasion: ['tillfälle', 'occasion'],
  date: ['datum', 'date'],
  place: ['plats', 'place'],
  license: ['licens', 'licence'],
  endDate: ['slutdatum', 'enddate'],
}

const ownPlaceholders: Record<AudienceKind, readonly Placeholder[]> = {
  occasion: ['occasion', 'date', 'place'],
  users: [],
  licenseHolders: ['license', 'endDate'],
  clubAdministrators: [],
}

/** Lists the placeholders that have a value for a kind of audience. */
export const listPlaceholders = (kind: AudienceKind): readonly Placeholder[] => [
  'firstName',
  'name',
  ...ownPlaceholders[kind],
]

/** Returns a placeholder as it is written in a text of a language: `{{förnamn}}`. */
export const formatPlaceholder = (placeholder: Placeholder, language: string): string =>
  `{{${placeholderNames[placeholder][language === 'en' ? 1 : 0]}}}`

const written = /\{\{\s*([^{}\s]+)\s*\}\}/g

const findPlaceholder = (name: string): Placeholder | undefined =>
  placeholders.find((one) => placeholderNames[one].includes(name.toLowerCase()))

/**
 * Returns whether each placeholder in the text is complete and has a value for the kind of audience; true without any.
 */
export function hasValidPlaceholders(text: string, kind: AudienceKind): boolean {
  const isKnown = [...text.matchAll(written)].every(([, name = '']) => {
    const placeholder = findPlaceholder(name)
    return placeholder !== undefined && listPlaceholders(kind).includes(placeholder)
  })
  return isKnown && !/\{\{|\}\}/.test(text.replace(written, ''))
}

export type PlaceholderValues = Partial<Record<Placeholder, string>>

/**
 * Fills the placeholders in one pass, so that a value that looks like a placeholder stays as it is. Unknown ones stay,
 * and one without a value becomes empty.
 */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(written, (whole, name: string) => {
    const placeholder = findPlaceholder(name)
    return placeholder === undefined ? whole : (values[placeholder] ?? '')
  })
