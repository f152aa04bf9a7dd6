/** Kinds of selection that a mailing can go to. */
export const audienceKinds = [
  'occasion',
  'users',
  'licenseHolders',
  'clubAdministrators',
  'savedView',
  'exam',
  'education',
  'occasions',
] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** Whether people take an education or have completed it. */
export const educationStandings = ['taking', 'completed'] as const
export type EducationStanding = (typeof educationStandings)[number]

/** A selection without ids of people, as it is stored with a mailing. */
export type StoredAudience =
  | { kind: 'occasion'; occasionId: number }
  /** Personal: the mail is to one chosen person, who cannot decline it. Absent in mailings of earlier versions. */
  | { kind: 'users'; isPersonal?: boolean }
  /** Last valid days from `endsFrom` to `endsTo`, both included, `yyyy-MM-dd`; a `licenseId` of null is any licence. */
  | { kind: 'licenseHolders'; licenseId: number | null; endsFrom: string; endsTo: string }
  | { kind: 'clubAdministrators'; organizationId: number | null }
  /** `digest` is of the query that the author confirmed. The query itself may name people. */
  | { kind: 'savedView'; viewId: number; digest: string; scope: AuthorScope }
  | { kind: 'exam'; examId: number }
  | { kind: 'occasions'; occasionIds: number[] }
  | { kind: 'education'; educationId: number; standing: EducationStanding; lackedPartId: number | null }

/** The part of an author's roles that decides whom a list shows, as it was at the confirmation. */
export interface AuthorScope {
  isAdministrator: boolean
  isSuperadministrator: boolean
  /** Root organisations of the branches that the author administers; null: the whole federation. */
  roots: number[] | null
}

export const mailingStates = ['scheduled', 'sending', 'sent', 'canceled'] as const
export type MailingState = (typeof mailingStates)[number]

export type RecipientState = 'waiting' | 'written' | 'skipped'

/**
 * Why a recipient got no mail: the selection no longer has them, the author may not write to it, no e-mail address,
 * mailings declined, or the saved view was changed or removed.
 */
export const skipReasons = ['left', 'author', 'noAddress', 'declined', 'view'] as const
export type SkipReason = (typeof skipReasons)[number]

/**
 * Returns whether the people of an audience may decline the mailing: those of a saved view, those who have completed an
 * education, and chosen users unless it is personal. They may not when it is about a seat, a licence, a role or an
 * education that they have.
 */
export const isDeclinable = (audience: {
  kind: AudienceKind
  isPersonal?: boolean
  standing?: EducationStanding
}): boolean =>
  audience.kind === 'savedView' ||
  audience.standing === 'completed' ||
  (audience.kind === 'users' && audience.isPersonal !== true)

/** Lists whose saved views select people. */
export const peopleLists = ['users', 'licenseHolders', 'participations', 'overview'] as const

/** Most recipients of one mailing. */
export const maxRecipients = 20_000

/** Most people that can be selected one by one. */
export const maxSelectedPeople = 2000

/** Most occasions whose participants are selected together. */
export const maxSelectedOccasions = 20

/** Most drafts of one author. */
export const maxDrafts = 100

/** Most files of a mailing, and their highest size together in bytes. */
export const mailingFileLimits = { files: 3, bytes: 5 * 1024 * 1024 }

/** Most days ahead that a mailing can be scheduled. */
export const maxDaysAhead = 365

export const placeholders = [
  'firstName',
  'name',
  'person',
  'occasion',
  'date',
  'place',
  'license',
  'endDate',
  'education',
] as const
export type Placeholder = (typeof placeholders)[number]

/** Names of the placeholders in a text: Swedish, then English. */
const placeholderNames: Record<Placeholder, readonly [string, string]> = {
  firstName: ['förnamn', 'firstname'],
  name: ['namn', 'name'],
  person: ['person', 'person'],
  occasion: ['tillfälle', 'occasion'],
  date: ['datum', 'date'],
  place: ['plats', 'place'],
  license: ['licens', 'licence'],
  endDate: ['slutdatum', 'enddate'],
  education: ['utbildning', 'course'],
}

const ownPlaceholders: Record<AudienceKind, readonly Placeholder[]> = {
  occasion: ['occasion', 'date', 'place'],
  users: [],
  licenseHolders: ['license', 'endDate'],
  clubAdministrators: [],
  savedView: [],
  exam: ['occasion', 'date', 'place'],
  education: ['education'],
  occasions: [],
}

/**
 * Lists the placeholders that have a value for a kind of audience, those of the recipient (`firstName` and `name`)
 * first. Then, for people of an occasion or exam, `occasion`, `date` and `place`, for holders of a licence `license`
 * and `endDate`, and for people of an education `education`; no more for other kinds.
 */
export const listPlaceholders = (kind: AudienceKind): readonly Placeholder[] => [
  'firstName',
  'name',
  ...ownPlaceholders[kind],
]

/**
 * Returns a placeholder as it is written in a text of a language, such as `{{firstname}}` for `en`, else in Swedish,
 * `{{förnamn}}`.
 */
export const formatPlaceholder = (placeholder: Placeholder, language: string): string =>
  `{{${placeholderNames[placeholder][language === 'en' ? 1 : 0]}}}`

const written = /\{\{\s*([^{}\s]+)\s*\}\}/g

const findPlaceholder = (name: string): Placeholder | undefined =>
  placeholders.find((one) => placeholderNames[one].includes(name.toLowerCase()))

/**
 * Returns whether each placeholder in the text is complete and one of the allowed ones; true without any. Their names
 * may be Swedish or English, in any case of letters; a `{{` or `}}` that belongs to none makes it false.
 */
export function hasOnlyPlaceholders(text: string, allowed: readonly Placeholder[]): boolean {
  const isKnown = [...text.matchAll(written)].every(([, name = '']) => {
    const placeholder = findPlaceholder(name)
    return placeholder !== undefined && allowed.includes(placeholder)
  })
  return isKnown && !/\{\{|\}\}/.test(text.replace(written, ''))
}

/**
 * Returns whether each placeholder in the text is complete and has a value for the kind of audience; true without any.
 * Spellings as in `hasOnlyPlaceholders`.
 */
export const hasValidPlaceholders = (text: string, kind: AudienceKind): boolean =>
  hasOnlyPlaceholders(text, listPlaceholders(kind))

export type PlaceholderValues = Partial<Record<Placeholder, string>>

/**
 * Fills the placeholders, written in Swedish or English and in any case of letters. It does so in one pass, so that a
 * value that looks like a placeholder stays as it is. Unknown ones stay, and one without a value becomes empty.
 */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(written, (whole, name: string) => {
    const placeholder = findPlaceholder(name)
    return placeholder === undefined ? whole : (values[placeholder] ?? '')
  })

export interface Wording {
  subject: string
  text: string
}

/**
 * Fills subject and text with values, as `fillPlaceholders` does; a subject becomes one line, without space around it.
 */
export const fillTexts = ({ subject, text }: Wording, values: PlaceholderValues): Wording => ({
  subject: fillPlaceholders(subject, values).replace(/\s+/g, ' ').trim(),
  text: fillPlaceholders(text, values),
})
