import type { Ctx } from '#api/context.ts'
import { type Decision, decideRow, type KnownPerson, type RowContext, type WaitingRow } from './decide.ts'
import {
  countLiveRows,
  listAccountIds,
  listHolders,
  listLookalikes,
  listOrganizations,
  loadAccounts,
  type Traits,
} from './lookup-storage.ts'
import type { RegisterReason } from './rules.ts'

export interface DecidedRow {
  row: WaitingRow
  decision: Decision
  /** Portal ids of the memberships that the register gives. */
  organizationIds: number[]
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values)]

/** Returns the traits by which a row may be recognised; none when one of them is missing. */
const toTraits = ({ externalId, person }: WaitingRow): Traits[] =>
  person.email && person.birthOn
    ? [
        {
          externalId,
          firstName: person.firstName,
          lastName: person.lastName,
          birthOn: person.birthOn,
          email: person.email,
        },
      ]
    : []

/** Returns the account that a row changes, protects or has; null for none. */
function userIdOf({ decision }: DecidedRow): number | null {
  if (decision.kind === 'new') return null
  return (decision.kind === 'refused' ? decision.protects : decision.known)?.userId ?? null
}

const refuse = (one: DecidedRow, reason: RegisterReason): DecidedRow => ({
  ...one,
  decision: { kind: 'refused', reason, protects: null },
})

/**
 * Refuses rows of one portion that would change the same account, or give two accounts one register id: only one of
 * them can be its person.
 */
function refuseSecondRows(decided: readonly DecidedRow[]): DecidedRow[] {
  const takenIds = { userIds: new Set<number>(), externalIds: new Set<string>() }
  return decided.map((one) => {
    const userId = userIdOf(one)
    if (userId === null) return one
    const change = one.decision.kind === 'changed' ? one.decision.change : null
    if (change && takenIds.userIds.has(userId)) return refuse(one, 'ambiguous')
    if (one.decision.kind === 'refused' && takenIds.userIds.has(userId)) return refuse(one, one.decision.reason)
    if (change?.externalId && takenIds.externalIds.has(change.externalId)) return refuse(one, 'mergeOfTwoAccounts')
    takenIds.userIds.add(userId)
    if (change?.externalId) takenIds.externalIds.add(change.externalId)
    return one
  })
}

/**
 * Decides what rows of a read of the register of people change, against the present data of the portal, in their order,
 * as `decideRow` does. Writes nothing. The rows must be of one step of application. A second row that would change the
 * same account is refused.
 */
export async function decideRows({ db }: Ctx<null>, runId: number, rows: readonly WaitingRow[]): Promise<DecidedRow[]> {
  const numbers = unique(rows.flatMap(({ numberHash }) => numberHash ?? []))
  const [accounts, holders, liveRows, lookalikes, organizations] = await Promise.all([
    listAccountIds(db, unique(rows.flatMap(({ externalId, person }) => [externalId, person.mergedInto ?? externalId]))),
    listHolders(db, runId, numbers),
    countLiveRows(db, runId, numbers),
    listLookalikes(db, rows.flatMap(toTraits)),
    listOrganizations(db, unique(rows.flatMap(({ person }) => person.memberships.map((one) => one.organizationId)))),
  ])
  const userIds = [...accounts, ...holders, ...lookalikes].map(({ userId }) => userId)
  const people = await loadAccounts(db, unique(userIds))
  const accountIds = new Map(accounts.map(({ externalId, userId }) => [externalId, userId]))
  const mergedIds = new Set(accounts.flatMap(({ externalId, isMerged }) => (isMerged === 1 ? [externalId] : [])))
  const holdersByNumber = Map.groupBy(holders, ({ numberHash }) => numberHash)
  const liveByNumber = new Map(liveRows.map(({ numberHash, live }) => [numberHash, live]))
  const lookalikesById = Map.groupBy(lookalikes, ({ externalId }) => externalId)
  const places = new Map(organizations.map(({ externalId, id }) => [externalId, id]))
  const accountOf = (userId: number): KnownPerson | null => people.get(userId) ?? null

  const toFacts = ({ externalId, numberHash, person }: WaitingRow): RowContext => ({
    known: accountOf(accountIds.get(externalId) ?? 0),
    isMergedAway: mergedIds.has(externalId),
    successorId: person.mergedInto ? (accountIds.get(person.mergedInto) ?? null) : null,
    holders: (holdersByNumber.get(numberHash ?? '') ?? [])
      .filter((holder) => holder.externalId !== externalId)
      .map((holder) => ({
        externalId: holder.externalId,
        userId: holder.userId,
        isGone: holder.isGone === 1,
      })),
    liveRowsOfNumber: liveByNumber.get(numberHash ?? '') ?? 0,
    lookalikes: (lookalikesById.get(externalId) ?? []).flatMap(({ userId }) => accountOf(userId) ?? []),
    organizations: places,
  })
  return refuseSecondRows(
    rows.map((row) => ({
      row,
      decision: decideRow(row, toFacts(row), accountOf),
      organizationIds: row.person.memberships.flatMap(({ organizationId }) => places.get(organizationId) ?? []),
    })),
  )
}
