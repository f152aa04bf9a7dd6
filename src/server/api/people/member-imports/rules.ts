import { hiddenCell, hideBirth } from './birth-cell.ts'

/** States of a batch of members. */
export const batchStates = { staged: 0, running: 1, done: 2, undoing: 3, undone: 4 } as const
export type BatchState = (typeof batchStates)[keyof typeof batchStates]

/** Outcomes of a row: a new account, a membership of somebody who is there, nothing to do, or an error. */
export const memberStatuses = { new: 0, joined: 1, existing: 2, error: 3 } as const
export type MemberStatus = (typeof memberStatuses)[keyof typeof memberStatuses]

export const memberReasons = [
  'nameMissing',
  'birthMissing',
  'birthInvalid',
  'emailInvalid',
  'phoneInvalid',
  'clubMissing',
  'clubUnknown',
  'clubAmbiguous',
  'clubBeyondOwn',
  'repeated',
  'officeNeeded',
] as const
export type MemberReason = (typeof memberReasons)[number]

/** Highest size and number of rows of a file. */
export const memberLimits = { bytes: 5 * 1024 * 1024, rows: 5000, columns: 60 }

/** Highest number of characters in a cell; the rest is cut off. */
export const maxCellLength = 200

/** Days during which a batch can be undone. */
export const daysToUndo = 30

/** Fields of a person that a column of the file can hold. */
export const memberFields = ['firstName', 'lastName', 'birth', 'externalPersonId', 'email', 'phone', 'club'] as const
export type MemberField = (typeof memberFields)[number]

/** Index of the column of each field; absent when the file has none. */
export type ColumnMapping = Partial<Record<MemberField, number>>

const headings: Record<MemberField, readonly RegExp[]> = {
  firstName: [/^förnamn$/, /^first ?name$/, /förnamn/],
  lastName: [/^efternamn$/, /^(last ?name|surname)$/, /efternamn/],
  birth: [/personn/, /födelsed/, /^pnr$/, /^född/, /birth/],
  externalPersonId: [/^idrottsid$/, /^idrotts-?id/],
  email: [/^e-?post$/, /e-?post.*kontakt/, /e-?post|e-?mail/],
  phone: [/^(mobil|telefon)$/, /mobil/, /telefon|phone/],
  club: [/^förening$/, /^klubb$/, /^club$/, /förening/],
}

/**
 * Guesses the columns from the headings, the most exact heading first; no column is used twice, and a field may lack
 * one.
 */
export function guessColumns(header: readonly string[]): ColumnMapping {
  const texts = header.map((text) => text.trim().toLowerCase())
  const mapping: ColumnMapping = {}
  for (const field of memberFields)
    for (const pattern of headings[field]) {
      const at = texts.findIndex((text, index) => pattern.test(text) && !Object.values(mapping).includes(index))
      if (at >= 0 && mapping[field] === undefined) mapping[field] = at
    }
  return mapping
}

/** Whether a mapping has what every person needs: both names and the date of birth. */
export const isComplete = (mapping: ColumnMapping): boolean =>
  mapping.firstName !== undefined && mapping.lastName !== undefined && mapping.birth !== undefined

const hasCheckDigit = (ten: string) =>
  [...ten].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

const isDay = (text: string) => {
  const moment = new Date(`${text}T00:00:00Z`)
  return text >= '1900' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/**
 * Parses a personal number of ten or twelve digits to one of twelve; null for any other text, a wrong check digit or no
 * day. The century of ten digits follows from `today` (`yyyy-MM-dd`) and the sign: `+` for a person of a hundred years.
 * Of a coordination number `birthOn` has the day reduced by 60, `number` as it is.
 */
export function parsePersonalNumber(text: string, today: string): { number: string; birthOn: string } | null {
  const [, century = '', six = '', sign = '', four = ''] = /^(\d\d)?(\d{6})([-+ ]?)(\d{4})$/.exec(text.trim()) ?? []
  if (six === '' || !hasCheckDigit(six + four)) return null
  const thisCentury = Number(today.slice(0, 2))
  const born = (years: number) => `${String(thisCentury - years).padStart(2, '0')}${six}`
  const recent = born(0) > today.replaceAll('-', '') ? born(1) : born(0)
  const eight = century ? century + six : sign === '+' ? String(Number(recent) - 1_000_000) : recent
  const day = Number(eight.slice(6))
  const birthOn = `${eight.slice(0, 4)}-${eight.slice(4, 6)}-${String(day > 60 ? day - 60 : day).padStart(2, '0')}`
  return isDay(birthOn) ? { number: eight + four, birthOn } : null
}

/**
 * Whether a text has the form of a personal number: twelve digits, or ten with a sign, that begin with a day. The check
 * digit may be wrong. Ten digits alone may be a phone number.
 */
export const resemblesPersonalNumber = (text: string): boolean =>
  /^((19|20)\d\d(0[1-9]|1[0-2])([0-3]|[6-9])\d[-+–—− ]?|\d\d(0[1-9]|1[0-2])([0-3]|[6-9])\d[-+–—−])\d{4}$/.test(text)

/** Parses a date written as `yyyy-MM-dd`, `yyyy/MM/dd` or `yyyyMMdd`; null when it is not a calendar day since 1900. */
export function parseBirthDate(text: string): string | null {
  const [, year = '', , month = '', day = ''] = /^(\d{4})(-?|\/)(\d\d)\2(\d\d)$/.exec(text.trim()) ?? []
  const birthOn = `${year}-${month}-${day}`
  return isDay(birthOn) ? birthOn : null
}

/** A row with the cells of each field; empty where the file has no such column. */
export interface MemberRow {
  firstName: string
  lastName: string
  birthOn: string | null
  /** Whether the cell of the date of birth holds something else. */
  hasBadBirth: boolean
  /** Hash of the personal number; null without one. */
  numberHash: string | null
  externalPersonId: string
  email: string
  phone: string
  club: string
}

/**
 * Converts the stored cells of a row by a mapping; a field without a column is empty. The birth cell is as
 * `formatBirthCell` writes it; a personal number in another field becomes `?`, as an IdrottsID empty.
 */
export function toMemberRow(cells: readonly string[], mapping: ColumnMapping): MemberRow {
  const storedCell = (field: MemberField) => cells[mapping[field] ?? -1] ?? ''
  const cell = (field: MemberField) => hideBirth(storedCell(field))
  const [birth = '', numberHash = null] = storedCell('birth').split(' #')
  const birthOn = parseBirthDate(birth)
  return {
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    birthOn,
    hasBadBirth: birth !== '' && birthOn === null,
    numberHash,
    externalPersonId: cell('externalPersonId').replace(hiddenCell, ''),
    email: cell('email'),
    phone: cell('phone'),
    club: cell('club'),
  }
}

const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const phoneForm = /^\+?[\d -]{6,20}$/

const isName = (text: string) => text !== '' && text !== hiddenCell && parseBirthDate(text) === null

/**
 * Returns the first fault of a row by itself, in the order of its fields; null when it has none. A birth after `today`
 * is one.
 */
export function findRowFault(row: MemberRow, today: string): MemberReason | null {
  if (!isName(row.firstName) || !isName(row.lastName)) return 'nameMissing'
  if (row.hasBadBirth || (row.birthOn !== null && row.birthOn > today)) return 'birthInvalid'
  if (row.birthOn === null) return 'birthMissing'
  if (row.email !== '' && !emailForm.test(row.email)) return 'emailInvalid'
  return row.phone !== '' && !phoneForm.test(row.phone) ? 'phoneInvalid' : null
}

/** An account that a row may refer to, as far as the caller's outcome depends on it. */
export interface MatchedAccount {
  userId: number
  /** In a branch that the caller administers, and not protected or erased. */
  isOwn: boolean
  isHidden: boolean
  organizationIds: readonly number[]
  /** Whether the person is external, and has no membership before an administrator gives one. */
  isExternal: boolean
  /** Whether a role gets more rights by a membership, which only administrators give. */
  followsMemberships: boolean
}

export interface MatchedClub {
  id: number
  isOwn: boolean
}

export interface MemberFacts {
  /** Accounts by personal number, else by IdrottsID, else by e-mail, name and date of birth. */
  accounts: readonly MatchedAccount[]
  /** Clubs that the row names, or that of the batch for an empty cell; any number but one is a fault. */
  clubs: readonly MatchedClub[]
  isAdministrator: boolean
}

/**
 * Outcome of a row. `reason` is set for an error alone; `userId` is null for a new account and an error,
 * `organizationId` for an error of the row or its club.
 */
export interface MemberOutcome {
  status: MemberStatus
  reason: MemberReason | null
  userId: number | null
  organizationId: number | null
}

const error = (reason: MemberReason, organizationId: number | null = null): MemberOutcome => ({
  status: memberStatuses.error,
  reason,
  userId: null,
  organizationId,
})

function findClubFault(row: MemberRow, clubs: readonly MatchedClub[]): MemberReason | null {
  if (clubs.length > 1) return 'clubAmbiguous'
  if (clubs.length === 0) return row.club === '' ? 'clubMissing' : 'clubUnknown'
  return clubs[0]?.isOwn ? null : 'clubBeyondOwn'
}

/**
 * Decides whether a row makes an account (`new`), is a member already (`existing`), joins (`joined`) or is an error.
 * Faults of row and club come first. `officeNeeded` hides why: several accounts match, the one is protected or not in
 * the caller's branch, or, unless by an administrator, external or joining by a role that follows memberships.
 */
export function decideMember(row: MemberRow, facts: MemberFacts, today: string): MemberOutcome {
  const fault = findRowFault(row, today) ?? findClubFault(row, facts.clubs)
  if (fault) return error(fault)
  const organizationId = facts.clubs[0]?.id ?? 0
  const [account, another] = facts.accounts
  if (!account) return { status: memberStatuses.new, reason: null, userId: null, organizationId }
  if (another || account.isHidden || !account.isOwn) return error('officeNeeded', organizationId)
  const found = { reason: null, userId: account.userId, organizationId }
  if (account.isExternal && !facts.isAdministrator) return error('officeNeeded', organizationId)
  if (!account.isExternal && account.organizationIds.includes(organizationId))
    return { status: memberStatuses.existing, ...found }
  if (account.followsMemberships && !facts.isAdministrator) return error('officeNeeded', organizationId)
  return { status: memberStatuses.joined, ...found }
}

/**
 * Returns the keys of a person: first the personal number's hash, else name, birth and e-mail; then any IdrottsID. Rows
 * that share one are one person.
 */
export const toPersonKeys = (row: MemberRow): string[] => [
  row.numberHash ?? [row.lastName, row.firstName, row.birthOn, row.email].join('|').toLowerCase(),
  ...(row.externalPersonId ? [`id ${row.externalPersonId}`] : []),
]

/** Returns the keys of a person as a member of a club; two rows of a file that share one are the same membership. */
export const toMembershipKeys = (row: MemberRow, organizationId: number | null): string[] =>
  toPersonKeys(row).map((key) => `${key} ${organizationId}`)
