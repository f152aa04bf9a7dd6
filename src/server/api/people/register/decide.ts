import type { HiddenMembership } from '#api/people/users/table.ts'
import { type ClosingReason, isGone, type RegisterReason, type StagedPerson } from './rules.ts'

/** A person's account and what the register said of it last. */
export interface KnownPerson {
  userId: number
  /** Register id of the account; null before the register has given one. */
  externalId: string | null
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  birthOn: string | null
  isExternal: boolean
  hasSignedIn: boolean
  /** Protector of the identity; null without protection. */
  protection: 'register' | 'office' | null
  isErased: boolean
  inactiveBy: 'office' | 'other' | null
  isSuperadministrator: boolean
  memberships: HiddenMembership[]
  /** The register's last values; null for a person whom it has not given yet. */
  last: LastValues | null
}

/** Last values of the row that has the account; of the latest row while none has. */
interface LastValues {
  externalId: string
  email: string | null
  phone: string | null
  memberships: number[]
  closed: ClosingReason | null
  mergedInto: string | null
}

/** A holder of a personal number, other than the row itself. */
interface NumberHolder {
  externalId: string | null
  userId: number
  /** Whether the register has ended or merged the holder's row. */
  isGone: boolean
}

export interface WaitingRow {
  externalId: string
  person: StagedPerson
  numberHash: string | null
  isRepeated: boolean
  /** Fault because of which only a protection can be applied; null for none. */
  fault: RegisterReason | null
}

/** Facts on which the decision about one row depends. */
export interface RowContext {
  known: KnownPerson | null
  /** Whether the office has merged the person of the row into another one, `known`, who has a register id too. */
  isMergedAway: boolean
  /** User id of the row that has taken over; null when the portal does not have that row. */
  successorId: number | null
  holders: readonly NumberHolder[]
  /** Number of rows of this read that have the number and are not ended. */
  liveRowsOfNumber: number
  /** Accounts without a register id that have the name, date of birth and e-mail address. */
  lookalikes: readonly KnownPerson[]
  /** Portal ids of active organisations by register id. */
  organizations: ReadonlyMap<string, number>
}

export interface AddedMembership {
  organizationId: number
  fromOn: string | null
}

export interface PersonChange {
  fields: { firstName?: string; lastName?: string; birthOn?: string; phone?: string }
  email: string | null
  externalId: string | null
  added: AddedMembership[]
  removed: number[]
  account: 'close' | 'reopen' | 'becomeMember' | null
  protection: 'protect' | 'lift' | null
}

export type Decision =
  /** `protects` is the person whose protection is applied all the same. */
  | { kind: 'refused'; reason: RegisterReason; protects: KnownPerson | null }
  | { kind: 'unchanged'; known: KnownPerson | null }
  | { kind: 'new'; memberships: AddedMembership[] }
  | { kind: 'changed'; known: KnownPerson; change: PersonChange }

const noChange: PersonChange = {
  fields: {},
  email: null,
  externalId: null,
  added: [],
  removed: [],
  account: null,
  protection: null,
}

/** The change that a refused row of a protected identity makes. */
export const protectionAlone: PersonChange = { ...noChange, protection: 'protect' }

const isEmpty = ({ fields, ...rest }: PersonChange) =>
  Object.keys(fields).length === 0 &&
  Object.values(rest).every((value) => value === null || (Array.isArray(value) && value.length === 0))

const toDecision = (known: KnownPerson, change: PersonChange): Decision =>
  isEmpty(change) ? { kind: 'unchanged', known } : { kind: 'changed', known, change }

/** Whether the account of a row has gone to another row, which the register has not ended. */
const isTakenOver = ({ externalId }: WaitingRow, { last }: KnownPerson): boolean =>
  last !== null && last.externalId !== externalId && !isGone(last)

/** Refuses a row, all but the protection of an account that it has. */
function refuse(row: WaitingRow, known: KnownPerson | null, reason: RegisterReason): Decision {
  const isProtected = row.person.isProtected && known?.protection === null
  return {
    kind: 'refused',
    reason,
    protects: isProtected && !known.isErased && !isTakenOver(row, known) ? known : null,
  }
}

function decideMerge(row: WaitingRow, { known, successorId }: RowContext): Decision {
  const { mergedInto } = row.person
  if (!known || successorId === known.userId) return { kind: 'unchanged', known }
  if (successorId !== null) return refuse(row, known, 'mergeOfTwoAccounts')
  return toDecision(known, { ...noChange, externalId: mergedInto })
}

/**
 * The row of a merged-away person changes nothing: the other row is the account's. A protection applies all the same.
 */
function decideMergedAway(row: WaitingRow, { known }: RowContext): Decision {
  if (!row.person.isProtected || known?.protection !== null) return { kind: 'unchanged', known }
  return { kind: 'refused', reason: 'mergeOfTwoAccounts', protects: known.isErased ? null : known }
}

/** Ended memberships: those that the register has given. Others are the office's. */
const listGiven = ({ memberships, last }: KnownPerson) =>
  memberships.map(({ organizationId }) => organizationId).filter((id) => last?.memberships.includes(id))

function decideClosing(row: WaitingRow, { known, liveRowsOfNumber }: RowContext): Decision {
  // Another row of the register has the number: it takes over the account, or has done so.
  if (!known || liveRowsOfNumber > 0 || isTakenOver(row, known)) return { kind: 'unchanged', known }
  if (known.isSuperadministrator) return refuse(row, known, 'superadministrator')
  // A death that becomes known later ends the bookings of an account that is closed already.
  const isNewDeath = row.person.closed === 'deceased' && known.last?.closed !== 'deceased'
  const account = known.inactiveBy === null || isNewDeath ? 'close' : null
  return toDecision(known, { ...noChange, account, removed: listGiven(known) })
}

/** Finds the account that an unknown row belongs to by its number or as a look-alike. */
function findAccount({ holders, lookalikes }: RowContext): KnownPerson | number | RegisterReason | null {
  const [holder] = holders
  if (holder) return holder.isGone || holder.externalId === null ? holder.userId : 'numberTwice'
  if (lookalikes.length > 1) return 'ambiguous'
  return lookalikes[0] ?? null
}

/** Returns why the number of a row shows that something is wrong; null when nothing is. */
function refuseNumber(row: WaitingRow, { holders, known, liveRowsOfNumber }: RowContext): RegisterReason | null {
  if (liveRowsOfNumber > 1 || (known && isTakenOver(row, known))) return 'numberTwice'
  const others = holders.filter(({ userId }) => userId !== known?.userId)
  if (others.some((holder) => !holder.isGone && holder.externalId !== null)) return 'numberTwice'
  return known && others.some(({ isGone }) => !isGone) ? 'mergeOfTwoAccounts' : null
}

/** The register owns name and date of birth; phone and e-mail until the person changes them in the portal. */
function compareFields(person: StagedPerson, known: KnownPerson): PersonChange['fields'] {
  const followsPhone = known.last ? known.last.phone === known.phone : known.phone === null
  return {
    ...(person.firstName !== known.firstName && { firstName: person.firstName }),
    ...(person.lastName !== known.lastName && { lastName: person.lastName }),
    ...(person.birthOn && person.birthOn !== known.birthOn && { birthOn: person.birthOn }),
    ...(person.phone && followsPhone && person.phone !== known.phone && { phone: person.phone }),
  }
}

const isSameAddress = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase()

function compareEmail({ email }: StagedPerson, known: KnownPerson): string | null {
  const follows = known.last ? isSameAddress(known.last.email, known.email) : known.email === null
  const isHidden = known.protection !== null
  return email && (follows || isHidden) && !isSameAddress(email, known.email) ? email : null
}

function compareProtection({ isProtected }: StagedPerson, { protection }: KnownPerson): PersonChange['protection'] {
  if (isProtected && protection === null) return 'protect'
  // Silence lifts nothing.
  return isProtected === false && protection === 'register' ? 'lift' : null
}

function compareAccount(known: KnownPerson, memberships: readonly AddedMembership[]): PersonChange['account'] {
  if (known.last?.closed && known.inactiveBy === 'other') return 'reopen'
  return known.isExternal && memberships.length > 0 ? 'becomeMember' : null
}

function comparePerson(row: WaitingRow, known: KnownPerson, given: readonly AddedMembership[]): PersonChange {
  const current = known.memberships.map(({ organizationId }) => organizationId)
  const givenIds = given.map(({ organizationId }) => organizationId)
  return {
    fields: compareFields(row.person, known),
    email: compareEmail(row.person, known),
    externalId: known.externalId === row.externalId ? null : row.externalId,
    added: given.filter(({ organizationId }) => !current.includes(organizationId)),
    removed: listGiven(known).filter((id) => !givenIds.includes(id)),
    account: compareAccount(known, given),
    protection: compareProtection(row.person, known),
  }
}

/** Returns the memberships in organisations that the portal has. */
const mapMemberships = ({ memberships }: StagedPerson, organizations: ReadonlyMap<string, number>) =>
  memberships.flatMap(({ organizationId, fromOn }): AddedMembership[] => {
    const id = organizations.get(organizationId)
    return id === undefined ? [] : [{ organizationId: id, fromOn }]
  })

/**
 * Decides what a row of the register of people changes in the portal: it is refused, merges, closes or updates an
 * account, or creates one.
 *
 * `accountOf` returns the account with a user id, null when there is none. It is called when the row's personal number,
 * or another mark of recognition, leads to an account that the register does not know by the row's id.
 */
export function decideRow(
  row: WaitingRow,
  facts: RowContext,
  accountOf: (userId: number) => KnownPerson | null,
): Decision {
  const { person } = row
  const fault = row.fault ?? (row.isRepeated ? 'idRepeated' : facts.known?.isErased ? 'personErased' : null)
  if (fault) return refuse(row, facts.known, fault)
  if (facts.isMergedAway) return decideMergedAway(row, facts)
  if (person.mergedInto) return decideMerge(row, facts)
  if (person.closed) return decideClosing(row, facts)
  const atNumber = refuseNumber(row, facts)
  if (atNumber) return refuse(row, facts.known, atNumber)
  const found = facts.known ?? findAccount(facts)
  if (typeof found === 'string') return refuse(row, null, found)
  const known = typeof found === 'number' ? accountOf(found) : found
  if (known?.isErased) return refuse(row, known, 'personErased')
  const memberships = mapMemberships(person, facts.organizations)
  // A look-alike that is protected before it has the register id is not recognised again.
  const owner = typeof found === 'number' ? known : facts.known
  if (person.memberships.length > 0 && memberships.length === 0) return refuse(row, owner, 'organizationUnknown')
  return known ? toDecision(known, comparePerson(row, known, memberships)) : { kind: 'new', memberships }
}
