import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken } from '#platform/digest.ts'
import {
  type AppliedCounts,
  addCounts,
  forgetContacts,
  listWaitingRows,
  markRowsApplied,
  rememberPeople,
} from './apply-storage.ts'
import { changeEmails, isAddressInUse } from './change-emails.ts'
import { protectionAlone } from './decide.ts'
import { type DecidedRow, decideRows } from './decide-rows.ts'
import { endBookings, protectionByRegister } from './effects.ts'
import { listTakenNames } from './lookup-storage.ts'
import type { Run } from './run-storage.ts'
import { type ChangedPerson, updatePeople } from './write-changes.ts'
import { insertPeople, type NewPerson } from './write-new.ts'

/** Rows that one transaction looks at. */
const maxRowsPerPortion = 1000
/** Statements for single people in one transaction; a Worker may make 1,000 in an invocation. */
const maxSingleStatements = 150
const statementsOf = { protection: 45, notification: 12, death: 1 }

function toChanged({ row: { externalId }, decision }: DecidedRow): ChangedPerson[] {
  if (decision.kind === 'changed') return [{ externalId, known: decision.known, change: decision.change }]
  if (decision.kind !== 'refused' || !decision.protects) return []
  return [{ externalId, known: decision.protects, change: protectionAlone }]
}

const isDeath = ({ row, decision }: DecidedRow) =>
  row.person.closed === 'deceased' && decision.kind === 'changed' && decision.change.account === 'close'

/** Counts the statements that a row needs for itself alone. */
function countStatements(decided: DecidedRow): number {
  const [changed] = toChanged(decided)
  if (!changed) return 0
  return (
    (changed.change.protection ? statementsOf.protection : 0) +
    (isAddressInUse(changed) ? statementsOf.notification : 0) +
    (isDeath(decided) ? statementsOf.death : 0)
  )
}

/** Returns the first rows that one transaction may write; at least one row. */
function takeAffordable(decided: readonly DecidedRow[]): readonly DecidedRow[] {
  let statements = 0
  const tooMany = decided.findIndex((one) => {
    statements += countStatements(one)
    return statements > maxSingleStatements
  })
  return tooMany < 0 ? decided : decided.slice(0, Math.max(1, tooMany))
}

/**
 * Gives new people their user names: the e-mail address when nobody else has it, otherwise the register id. A protected
 * person's tells nothing.
 */
async function nameAccounts(ctx: Ctx<null>, decided: readonly DecidedRow[]): Promise<NewPerson[]> {
  const added = decided.flatMap((one) => (one.decision.kind === 'new' ? [{ ...one, decision: one.decision }] : []))
  const candidates = added
    .flatMap(({ row }) => [row.person.email ?? [], row.externalId].flat())
    .map((text) => text.toLowerCase())
  const takenNames = new Set((await listTakenNames(ctx.db, [...new Set(candidates)])).map((one) => one.name))
  return added.map((one) => {
    const { externalId, person } = one.row
    const choices = person.isProtected ? [] : [person.email, externalId]
    const free = choices.find((text) => text && !takenNames.has(text.toLowerCase()))
    const userName = free ?? `medlem-${randomToken().slice(0, 16)}`
    takenNames.add(userName.toLowerCase())
    return { ...one, userName, memberships: one.decision.memberships }
  })
}

async function changeProtections(ctx: Ctx<null>, people: readonly ChangedPerson[]): Promise<Statement[]> {
  const statements: Statement[] = []
  for (const { known, change } of people)
    if (change.protection)
      statements.push(...(await protectionByRegister.get()(ctx, known.userId, change.protection === 'protect')))
  return statements
}

function countOutcomes(ctx: Ctx<null>, decided: readonly DecidedRow[]): AppliedCounts {
  const count = (kind: DecidedRow['decision']['kind']) =>
    decided.filter(({ decision }) => decision.kind === kind).length
  const adultBirth = latestAdultBirth(toPortalDay(ctx.now))
  const minors = decided.filter(
    ({ row, decision }) => decision.kind === 'new' && row.person.birthOn !== null && row.person.birthOn > adultBirth,
  )
  return { added: count('new'), changed: count('changed'), refused: count('refused'), minors: minors.length }
}

export interface AppliedPortion {
  rows: number
  /** Whether a protection has begun, whose files are deleted after the commit. */
  hasProtected: boolean
}

/**
 * Decides the next waiting rows of a read of the register of people, and applies them to the accounts in one
 * transaction. Returns the number of applied `rows`; null when no row waits. It also writes audit entries, digests,
 * outcomes and mails to replaced e-mail addresses, and ends the bookings of people who have died. With `hasProtected`
 * protected identities have begun, and the caller deletes their files. The register is not asked. A failed commit
 * throws and applies none. A row is applied once, also when the run dies and another goes on.
 */
export async function applyPortion(ctx: Ctx<null>, run: Run): Promise<AppliedPortion | null> {
  const rows = await listWaitingRows(ctx.db, run.id, maxRowsPerPortion)
  if (rows.length === 0) return null
  const decided = takeAffordable(await decideRows(ctx, run.id, rows))
  const changed = decided.flatMap(toChanged)
  const [added, protections, emails] = [
    await nameAccounts(ctx, decided),
    await changeProtections(ctx, changed),
    await changeEmails(ctx, changed),
  ]
  const dead = decided.filter(isDeath).flatMap(toChanged)
  await ctx.db.commit([
    ...protections,
    ...insertPeople(ctx, added),
    ...updatePeople(ctx, changed),
    ...emails,
    ...dead.map(({ known }) => endBookings.get()(ctx.db, known.userId, ctx.now)),
    ...rememberPeople(ctx, decided, rows),
    forgetContacts(ctx, decided),
    ...markRowsApplied(ctx.db, run.id, decided),
    addCounts(ctx, run, countOutcomes(ctx, decided)),
  ])
  return { rows: decided.length, hasProtected: changed.some(({ change }) => change.protection === 'protect') }
}
