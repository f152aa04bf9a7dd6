import { z } from 'zod'
import { OutsidePerson } from './people-register.ts'

/** States of a read: the first two are under way. */
export const runStates = { reading: 0, applying: 1, done: 2, refused: 3, failed: 4 } as const
export type RunState = (typeof runStates)[keyof typeof runStates]

export const rowOutcomes = { unchanged: 0, new: 1, changed: 2, refused: 3 } as const
export type RowOutcome = (typeof rowOutcomes)[keyof typeof rowOutcomes]

/** Reasons why a whole read changes nothing. */
export const runReasons = ['tooManyMissing', 'tooManyClosed', 'tookTooLong', 'interrupted'] as const
export type RunReason = (typeof runReasons)[number]

/** Reasons why a row is not applied. */
export const registerReasons = [
  'rowInvalid',
  'idInvalid',
  'idRepeated',
  'nameMissing',
  'birthDateInvalid',
  'personalNumberInvalid',
  'membershipsInvalid',
  'organizationUnknown',
  'numberTwice',
  'mergeOfTwoAccounts',
  'ambiguous',
  'superadministrator',
  'personErased',
] as const
export type RegisterReason = (typeof registerReasons)[number]

/** Why the register has ended a person. */
export type ClosingReason = 'deceased' | 'deleted'

/** A row of the register in the form in which it waits to be applied. */
export interface StagedPerson {
  firstName: string
  lastName: string
  birthOn: string | null
  email: string | null
  phone: string | null
  /** Memberships of the day, in order of the register's ids. */
  memberships: { organizationId: string; fromOn: string | null }[]
  /** Null when the register does not say. */
  isProtected: boolean | null
  closed: ClosingReason | null
  /** Register id of the record that stays; null for one that is not merged. */
  mergedInto: string | null
}

/**
 * A row with its register id. With a `reason` it is not applied, `person` has what could be read of it, and
 * `externalId` is null when the row has no usable id.
 */
export type CheckedRow =
  | { externalId: string; person: StagedPerson; personalNumber: string | null }
  | { externalId: string | null; reason: RegisterReason; person: StagedPerson }

const reasonsByField: Record<string, RegisterReason> = {
  id: 'idInvalid',
  firstName: 'nameMissing',
  lastName: 'nameMissing',
  birthDate: 'birthDateInvalid',
  personalNumber: 'personalNumberInvalid',
  memberships: 'membershipsInvalid',
}

/** Reads the id of a row that may have any form; null when it has none. */
function readId(row: unknown): string | null {
  const { success, data } = OutsidePerson.pick({ id: true }).safeParse(row)
  return success ? data.id : null
}

const NamedRow = OutsidePerson.pick({ firstName: true, lastName: true })
const RowWithProtection = z.object({ protected: z.unknown() })

/** Reads the protection and the name of a row that may have any form; no name for a protected identity. */
function readFaultyPerson(row: unknown): StagedPerson {
  const protection = RowWithProtection.safeParse(row).data?.protected
  const name = protection ? undefined : NamedRow.safeParse(row).data
  return {
    firstName: name?.firstName ?? '',
    lastName: name?.lastName ?? '',
    birthOn: null,
    email: null,
    phone: null,
    memberships: [],
    isProtected: protection === true || null,
    closed: null,
    mergedInto: null,
  }
}

const isCurrent = ({ from, to }: { from: string | null; to: string | null }, today: string) =>
  (from === null || from <= today) && (to === null || to >= today)

/**
 * Checks a row of the register, of any form, and returns it as it is applied, or with the reason why it is not.
 *
 * Memberships that have ended before the day `today` (`yyyy-MM-dd`) or begin after it are left out; the others are in
 * the order of the register's ids. A birth date after `today` or before 1900 is a fault. Of a faulty row only id, name
 * and protection remain, and no name of a protected identity.
 */
export function checkRow(row: unknown, today: string): CheckedRow {
  const { success, data, error } = OutsidePerson.safeParse(row)
  if (!success) {
    const [field = ''] = error.issues[0]?.path ?? []
    const reason = reasonsByField[String(field)] ?? 'rowInvalid'
    return { externalId: readId(row), reason, person: readFaultyPerson(row) }
  }
  if (data.birthDate && (data.birthDate > today || data.birthDate < '1900'))
    return { externalId: data.id, reason: 'birthDateInvalid', person: readFaultyPerson(row) }
  const person: StagedPerson = {
    firstName: data.firstName,
    lastName: data.lastName,
    birthOn: data.birthDate,
    email: data.email,
    phone: data.phone,
    memberships: data.memberships
      .filter((membership) => isCurrent(membership, today))
      .map(({ organizationId, from }) => ({ organizationId, fromOn: from }))
      .sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1)),
    isProtected: data.protected,
    closed: data.deceased ? 'deceased' : data.deleted ? 'deleted' : null,
    mergedInto: data.mergedInto,
  }
  return { externalId: data.id, person, personalNumber: data.personalNumber }
}

/** Whether the register has ended or merged a row. */
export const isGone = ({ closed, mergedInto }: Pick<StagedPerson, 'closed' | 'mergedInto'>): boolean =>
  closed !== null || mergedInto !== null

/**
 * Returns the place of a row in the order of application, 0 to 2: merged rows first, then ended ones, then the others.
 */
export const sortOf = ({ closed, mergedInto }: StagedPerson): number => (mergedInto ? 0 : closed ? 1 : 2)

interface RunCounts {
  /** Whether the read was of all rows, and not only of changes. */
  isFull: boolean
  /** People whom the portal had from the register before the read, and those of them that it has given again. */
  knownCount: number
  seenCount: number
  /** Known people whom the read would close. */
  closingCount: number
}

/**
 * Returns why a whole read of the register is refused; null when it may be applied. A full one, which is not only of
 * changes, may lack at most `maxPercent` of the known people (`tooManyMissing`).
 *
 * No read may close more than that, or than ten people where that is more (`tooManyClosed`).
 */
export function refuseRun(counts: RunCounts, maxPercent: number): RunReason | null {
  const { isFull, knownCount, seenCount, closingCount } = counts
  const limit = (knownCount * maxPercent) / 100
  if (isFull && knownCount - seenCount > limit) return 'tooManyMissing'
  // A small portal may lose a person or two by a few per cent.
  return closingCount > Math.max(limit, 10) ? 'tooManyClosed' : null
}
