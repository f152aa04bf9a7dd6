import { toLine } from '#api/pasted-text.ts'
import { sortKeyOf } from '#locales/sort-key.ts'

/**
 * Statuses of a batch as in the specification (docs/spec/decisions.md#enumerations); `reading` is specific to this
 * portal.
 */
export const batchStatuses = { staged: 0, running: 1, done: 2, cleared: 3, failed: 4, reading: 5 } as const
export type BatchStatus = (typeof batchStatuses)[keyof typeof batchStatuses]

export const rowStatuses = { newResult: 0, newResultAndEducation: 1, resultAlreadyExists: 2, error: 3 } as const
export type RowStatus = (typeof rowStatuses)[keyof typeof rowStatuses]

/** Highest size and number of rows of a file. */
export const limits = { bytes: 15 * 1024 * 1024, rows: 100_000 }

/** Headings of the file's columns (docs/spec/decisions.md#import-file). */
export const columnNames = {
  externalPersonId: 'IdrottsID',
  email: 'E-post',
  firstName: 'Förnamn',
  lastName: 'Efternamn',
  birthOn: 'Födelsedatum',
  education: 'Utbildning',
  completed: 'Genomförd',
  club: 'Förening',
} as const
export type ColumnName = keyof typeof columnNames

/** Trimmed cells of a row of the file; empty where the file has no such column. */
export type FileRow = Record<ColumnName, string>

/** Keys of the columns in order. */
export const columnKeys = Object.keys(columnNames) as [ColumnName, ...ColumnName[]]
const normalizeHeading = (header: string) => header.toLowerCase().replace(/[\s\uFEFF-]+/g, '')

const identifyingColumns: ColumnName[][] = [
  ['externalPersonId'],
  ['email', 'lastName'],
  ['firstName', 'lastName', 'birthOn'],
]

/**
 * Returns the index of each column; null when the columns that identify person, education and day are missing. A person
 * is identified by IdrottsID, by e-mail and surname, or by name and date of birth. Headings match in any case, and
 * without their spaces and dashes.
 */
export function findColumns(header: readonly string[]): Partial<Record<ColumnName, number>> | null {
  const headings = header.map(normalizeHeading)
  const places = Object.fromEntries(
    columnKeys
      .map((name) => [name, headings.indexOf(normalizeHeading(columnNames[name]))] as const)
      .filter(([, place]) => place >= 0),
  ) as Partial<Record<ColumnName, number>>
  const has = (name: ColumnName) => name in places
  return has('education') && has('completed') && identifyingColumns.some((way) => way.every(has)) ? places : null
}

/** Highest number of characters in a cell; the rest is cut off. */
export const maxCellLength = 200

/** Converts cells to a row by `places`: each one trimmed line, in NFC, cut at 200 characters; empty when missing. */
export const toFileRow = (cells: readonly string[], places: Partial<Record<ColumnName, number>>): FileRow =>
  Object.fromEntries(
    columnKeys.map((name) => [
      name,
      toLine(cells[places[name] ?? -1] ?? '')
        .normalize('NFC')
        .slice(0, maxCellLength),
    ]),
  ) as FileRow

const dayPattern = /^(\d{4})(-?|\/)(\d\d)\2(\d\d)$/

/** Parses a day written as `yyyy-MM-dd`, `yyyy/MM/dd` or `yyyyMMdd`; null when it is not a calendar day since 1900. */
export function parseDay(text: string): string | null {
  const [, year = '', , month, date] = dayPattern.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  const moment = new Date(`${day}T00:00:00Z`)
  return year >= '1900' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null
}

/** Code of the information or error about a row; its text is `imports:reason.<code>`. */
export type RowReason =
  | 'educationCreated'
  | 'resultExists'
  | 'personUnknown'
  | 'personAmbiguous'
  | 'educationMissing'
  | 'dateInvalid'
  | 'dateInFuture'

const wrongColumns: Partial<Record<RowReason, ColumnName>> = {
  personUnknown: 'externalPersonId',
  personAmbiguous: 'externalPersonId',
  educationMissing: 'education',
  dateInvalid: 'completed',
  dateInFuture: 'completed',
}

/** Returns the column that the error of a row is about; null for a row without an error. */
export const findWrongColumn = (reason: RowReason | null): ColumnName | null => (reason && wrongColumns[reason]) ?? null

interface KnownPerson {
  id: number
  externalPersonId: string | null
  email: string | null
  lastName: string
  nameKey: string
  birthOn: string | null
}

interface KnownEducation {
  id: number
  code: string | null
  titleKey: string
}

/** People and educations that some rows may refer to; `today` is `yyyy-MM-dd`. */
export interface KnownReferences {
  people: readonly KnownPerson[]
  /** In order of preference, where several have the same title or code. */
  educations: readonly KnownEducation[]
  today: string
}

const isSameText = (a: string, b: string) => sortKeyOf(a) === sortKeyOf(b)
/** Returns the sort key of the row's name, the surname first, as stored in `users.name_key`. */
export const toNameKey = (row: FileRow) => sortKeyOf(`${row.lastName} ${row.firstName}`)

/** People and educations, indexed by each cell that may identify them. */
export interface LookupIndex {
  byExternalId: ReadonlyMap<string | null, readonly KnownPerson[]>
  byEmail: ReadonlyMap<string | undefined, readonly KnownPerson[]>
  byNameKey: ReadonlyMap<string, readonly KnownPerson[]>
  byTitle: ReadonlyMap<string, KnownEducation>
  byCode: ReadonlyMap<string, KnownEducation>
  today: string
}

/** Maps each key to the first education that has it. */
const indexFirst = (educations: readonly KnownEducation[], keyOf: (one: KnownEducation) => string | null) =>
  new Map(
    educations.toReversed().flatMap((one) => {
      const key = keyOf(one)
      return key === null ? [] : [[key, one] as const]
    }),
  )

/**
 * Builds the index for `matchRow`: people by IdrottsID, e-mail and name, educations by title and code. Of several
 * educations with one title or code the first counts; `matchRow` reports results after `today` as a problem.
 */
export const buildLookupIndex = ({ people, educations, today }: KnownReferences): LookupIndex => ({
  byExternalId: Map.groupBy(people, (one) => one.externalPersonId),
  byEmail: Map.groupBy(people, (one) => one.email?.toLowerCase()),
  byNameKey: Map.groupBy(people, (one) => one.nameKey),
  byTitle: indexFirst(educations, (one) => one.titleKey),
  byCode: indexFirst(educations, (one) => one.code && sortKeyOf(one.code)),
  today,
})

function findMatches(row: FileRow, { byExternalId, byEmail, byNameKey }: LookupIndex): readonly KnownPerson[] {
  if (row.externalPersonId) return byExternalId.get(row.externalPersonId) ?? []
  if (row.email && row.lastName)
    return (byEmail.get(row.email.toLowerCase()) ?? []).filter((one) => isSameText(one.lastName, row.lastName))
  const birthOn = parseDay(row.birthOn)
  if (!row.firstName || !row.lastName || !birthOn) return []
  return (byNameKey.get(toNameKey(row)) ?? []).filter((one) => one.birthOn === birthOn)
}

/** A row with the person and education that it refers to. */
export interface MatchedRow {
  userId: number | null
  educationId: number | null
  /** Sort key of the title or code in the row, also when no education matches. */
  educationKey: string
  /** Day, `yyyy-MM-dd`; null when the cell is no day. */
  completedOn: string | null
  /** Groups the rows of one person: the user id, or a key of the cells when not exactly one person matches. */
  personKey: string
  /** Reason why the row cannot be imported; null when it can. */
  problem: RowReason | null
}

const toUnknownPersonKey = (row: FileRow) =>
  `? ${sortKeyOf([row.externalPersonId, row.email, row.lastName, row.firstName, row.birthOn].join(' '))}`

function findProblem(row: FileRow, matches: number, completedOn: string | null, today: string): RowReason | null {
  if (matches === 0) return 'personUnknown'
  if (matches > 1) return 'personAmbiguous'
  if (row.education === '') return 'educationMissing'
  if (!completedOn) return 'dateInvalid'
  return completedOn > today ? 'dateInFuture' : null
}

/**
 * Finds the person and the education that a row refers to. `userId` is null unless exactly one person matches; a null
 * `educationId` is no `problem`, the education is created. `problem` is the first fault of person, education and day,
 * or null. A person is found by IdrottsID if the row has one, else by e-mail and surname, and without those by name and
 * date of birth; an education by its title, else by its code.
 */
export function matchRow(row: FileRow, index: LookupIndex): MatchedRow {
  const matches = findMatches(row, index)
  const userId = matches.length === 1 ? (matches[0]?.id ?? null) : null
  const educationKey = sortKeyOf(row.education)
  const education = index.byTitle.get(educationKey) ?? index.byCode.get(educationKey)
  const completedOn = parseDay(row.completed)
  return {
    userId,
    educationId: education?.id ?? null,
    educationKey,
    completedOn,
    personKey: userId ? String(userId) : toUnknownPersonKey(row),
    problem: findProblem(row, matches.length, completedOn, index.today),
  }
}

/** A person and an education of a row. */
export type PersonEducationPair = Pick<MatchedRow, 'userId' | 'educationId' | 'educationKey'>

/**
 * Returns the key `<user id> <education>` of a person and an education, the same for its title and its code. A missing
 * education's title is quoted, so that a numeric title is not taken for an id.
 */
export const toPairKey = ({ userId, educationId, educationKey }: PersonEducationPair) =>
  `${userId} ${educationId ?? JSON.stringify(educationKey)}`

/** Outcome of checking a row. */
export interface RowOutcome extends MatchedRow {
  status: RowStatus
  reason: RowReason | null
}

/**
 * Decides the outcome of a row: an error, `resultAlreadyExists` when its key is in `takenPairs`, or a new result, with
 * a missing education. `takenPairs` has the keys (`toPairKey`) of pairs that are completed already or by an earlier
 * row; the key of a new result is added to it.
 */
export function decideOutcome(row: MatchedRow, takenPairs: Set<string>): RowOutcome {
  const { problem } = row
  if (problem) return { ...row, status: rowStatuses.error, reason: problem }
  const pair = toPairKey(row)
  if (takenPairs.has(pair)) return { ...row, status: rowStatuses.resultAlreadyExists, reason: 'resultExists' }
  takenPairs.add(pair)
  return row.educationId
    ? { ...row, status: rowStatuses.newResult, reason: null }
    : { ...row, status: rowStatuses.newResultAndEducation, reason: 'educationCreated' }
}
