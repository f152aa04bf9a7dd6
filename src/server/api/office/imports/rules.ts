import { sortKeyOf } from '#locales/sort-key.ts'

/** As the specification numbers them (docs/spec/decisions.md#enumerations); reading is the portal's own. */
export const batchStatuses = { staged: 0, running: 1, done: 2, cleared: 3, failed: 4, reading: 5 } as const
export type BatchStatus = (typeof batchStatuses)[keyof typeof batchStatuses]

export const rowStatuses = { newResult: 0, newResultAndEducation: 1, resultAlreadyExists: 2, error: 3 } as const
export type RowStatus = (typeof rowStatuses)[keyof typeof rowStatuses]

export const limits = { bytes: 15 * 1024 * 1024, rows: 100_000 }

/** The columns of the file (docs/spec/decisions.md#import-file). */
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

/** A line of the file: its cells, trimmed; those that it has no column for are empty. */
export type GivenRow = Record<ColumnName, string>

/** The cells of a row in their order. */
export const givenNames = Object.keys(columnNames) as readonly ColumnName[]
const plain = (header: string) => header.toLowerCase().replace(/[\s\uFEFF-]+/g, '')

const waysToName: ColumnName[][] = [['externalPersonId'], ['email', 'lastName'], ['firstName', 'lastName', 'birthOn']]

/** Where each column stands; null when the first line names too few to tell who completed what and when. */
export function placesOf(header: readonly string[]): Partial<Record<ColumnName, number>> | null {
  const given = header.map(plain)
  const places = Object.fromEntries(
    givenNames
      .map((name) => [name, given.indexOf(plain(columnNames[name]))] as const)
      .filter(([, place]) => place >= 0),
  ) as Partial<Record<ColumnName, number>>
  const has = (name: ColumnName) => name in places
  return has('education') && has('completed') && waysToName.some((way) => way.every(has)) ? places : null
}

const lengthAtMost = 200

export const rowFrom = (cells: readonly string[], places: Partial<Record<ColumnName, number>>): GivenRow =>
  Object.fromEntries(
    givenNames.map((name) => [name, (cells[places[name] ?? -1] ?? '').trim().normalize('NFC').slice(0, lengthAtMost)]),
  ) as GivenRow

const dayShape = /^(\d{4})(-?|\/)(\d\d)\2(\d\d)$/

/** A calendar day however it is written; null when there is no such day. */
export function dayFrom(text: string): string | null {
  const [, year = '', , month, date] = dayShape.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  const moment = new Date(`${day}T00:00:00Z`)
  return year >= '1900' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null
}

/** Why a row is not simply added; the texts stand in the locales. */
export type Reason =
  | 'educationCreated'
  | 'resultExists'
  | 'personUnknown'
  | 'personAmbiguous'
  | 'educationMissing'
  | 'dateInvalid'
  | 'dateInFuture'

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

/** What the portal knows of the people and educations that some rows name. */
export interface Known {
  people: readonly KnownPerson[]
  /** The one to prefer first, where several have one title. */
  educations: readonly KnownEducation[]
  today: string
}

const sameText = (a: string, b: string) => sortKeyOf(a) === sortKeyOf(b)
export const nameKeyOf = (row: GivenRow) => sortKeyOf(`${row.lastName} ${row.firstName}`)

/** The same, found by each of the cells that may name it. */
export interface KnownIndex {
  byExternalId: ReadonlyMap<string | null, readonly KnownPerson[]>
  byEmail: ReadonlyMap<string | undefined, readonly KnownPerson[]>
  byNameKey: ReadonlyMap<string, readonly KnownPerson[]>
  byTitle: ReadonlyMap<string, KnownEducation>
  byCode: ReadonlyMap<string, KnownEducation>
  today: string
}

/** Maps each key to the first education that has it. */
const firstBy = (educations: readonly KnownEducation[], keyOf: (one: KnownEducation) => string | null) =>
  new Map(
    educations.toReversed().flatMap((one) => {
      const key = keyOf(one)
      return key === null ? [] : [[key, one] as const]
    }),
  )

/** Prepares the search for thousands of rows: to compare each with everybody takes as many steps as the square of their number. */
export const indexKnown = ({ people, educations, today }: Known): KnownIndex => ({
  byExternalId: Map.groupBy(people, (one) => one.externalPersonId),
  byEmail: Map.groupBy(people, (one) => one.email?.toLowerCase()),
  byNameKey: Map.groupBy(people, (one) => one.nameKey),
  byTitle: firstBy(educations, (one) => one.titleKey),
  byCode: firstBy(educations, (one) => one.code && sortKeyOf(one.code)),
  today,
})

function hitsOf(row: GivenRow, { byExternalId, byEmail, byNameKey }: KnownIndex): readonly KnownPerson[] {
  if (row.externalPersonId) return byExternalId.get(row.externalPersonId) ?? []
  if (row.email && row.lastName)
    return (byEmail.get(row.email.toLowerCase()) ?? []).filter((one) => sameText(one.lastName, row.lastName))
  const birthOn = dayFrom(row.birthOn)
  if (!row.firstName || !row.lastName || !birthOn) return []
  return (byNameKey.get(nameKeyOf(row)) ?? []).filter((one) => one.birthOn === birthOn)
}

export interface Named {
  userId: number | null
  educationId: number | null
  educationKey: string
  completedOn: string | null
  personKey: string
  /** What stands in the way, if anything. */
  problem: Reason | null
}

const unknownKey = (row: GivenRow) =>
  `? ${sortKeyOf([row.externalPersonId, row.email, row.lastName, row.firstName, row.birthOn].join(' '))}`

function problemOf(row: GivenRow, hits: number, completedOn: string | null, today: string): Reason | null {
  if (hits === 0) return 'personUnknown'
  if (hits > 1) return 'personAmbiguous'
  if (row.education === '') return 'educationMissing'
  if (!completedOn) return 'dateInvalid'
  return completedOn > today ? 'dateInFuture' : null
}

/** Whom and what a row names, as the portal knows them. */
export function namedBy(row: GivenRow, known: KnownIndex): Named {
  const hits = hitsOf(row, known)
  const userId = hits.length === 1 ? (hits[0]?.id ?? null) : null
  const educationKey = sortKeyOf(row.education)
  const education = known.byTitle.get(educationKey) ?? known.byCode.get(educationKey)
  const completedOn = dayFrom(row.completed)
  return {
    userId,
    educationId: education?.id ?? null,
    educationKey,
    completedOn,
    personKey: userId ? String(userId) : unknownKey(row),
    problem: problemOf(row, hits.length, completedOn, known.today),
  }
}

export type NamedPair = Pick<Named, 'userId' | 'educationId' | 'educationKey'>

/** One person and one education, whatever the education is called in the row. A title may be a number, so it stands in quotes. */
export const pairOf = ({ userId, educationId, educationKey }: NamedPair) =>
  `${userId} ${educationId ?? JSON.stringify(educationKey)}`

export interface Verdict extends Named {
  status: RowStatus
  reason: Reason | null
}

/** What becomes of a row; `taken` holds the pairs that are completed already, or that an earlier row completes, and learns of this one. */
export function verdictOn(named: Named, taken: Set<string>): Verdict {
  const { problem } = named
  if (problem) return { ...named, status: rowStatuses.error, reason: problem }
  const pair = pairOf(named)
  if (taken.has(pair)) return { ...named, status: rowStatuses.resultAlreadyExists, reason: 'resultExists' }
  taken.add(pair)
  return named.educationId
    ? { ...named, status: rowStatuses.newResult, reason: null }
    : { ...named, status: rowStatuses.newResultAndEducation, reason: 'educationCreated' }
}
