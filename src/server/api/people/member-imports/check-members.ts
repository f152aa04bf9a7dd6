import type { Actor } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { isAdministrator } from '#api/held-roles.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { toPortalDay } from '#api/zone.ts'
import { sortKeyOf } from '#locales/sort-key.ts'
import {
  listByExternalId,
  listByNumber,
  listByTraits,
  listClubs,
  loadAccounts,
  type MemberTraits,
} from './lookup-storage.ts'
import {
  decideMember,
  isComplete,
  type MatchedAccount,
  type MatchedClub,
  type MemberFacts,
  type MemberOutcome,
  type MemberRow,
  memberStatuses,
  toMemberRow,
  toMembershipKeys,
  toPersonKeys,
} from './rules.ts'
import { type Batch, type CheckedRow, listRows, type StoredRow } from './storage.ts'

export interface JudgedRow extends CheckedRow {
  member: MemberRow
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values)]

const toTraits = ({ firstName, lastName, birthOn, email }: MemberRow): MemberTraits => ({
  key: JSON.stringify([firstName, lastName, birthOn, email]),
  firstName,
  lastName,
  nameKey: sortKeyOf(`${lastName} ${firstName}`),
  birthOn,
  email,
})

type AccountsByKey = ReadonlyMap<string, readonly number[]>

const group = (found: readonly { key: string; userId: number }[]): AccountsByKey =>
  new Map([...Map.groupBy(found, ({ key }) => key)].map(([key, all]) => [key, all.map(({ userId }) => userId)]))

interface Lookups {
  byNumber: AccountsByKey
  byId: AccountsByKey
  byTraits: AccountsByKey
  /** As `byTraits`, whatever the e-mail address. */
  byName: AccountsByKey
  accounts: ReadonlyMap<number, MatchedAccount>
}

/**
 * Returns the function that finds the accounts of a row: by personal number, else by IdrottsID, else by name, date of
 * birth and e-mail. For an actor who does not administer everybody, a person outside their reach or with a protected
 * identity matches by whole name and date of birth alone. So no outcome tells whose number or e-mail address it is.
 * An IdrottsID matches for all administrators, because their new accounts get it.
 */
function matchAs(actor: Actor, { byNumber, byId, byTraits, byName, accounts }: Lookups) {
  const isUnlimited = getAdministeredRoots(actor) === null
  const toAccounts = (ids: readonly number[] = []) => ids.flatMap((id) => accounts.get(id) ?? [])
  const isKnown = ({ isOwn, isHidden }: MatchedAccount) => isUnlimited || (isOwn && !isHidden)
  return (row: MemberRow): MatchedAccount[] => {
    const numbered = toAccounts(byNumber.get(row.numberHash ?? '')).filter(isKnown)
    if (numbered.length > 0) return numbered
    const identified = toAccounts(byId.get(row.externalPersonId))
    const counted = isAdministrator(actor) ? identified : identified.filter(isKnown)
    if (counted.length > 0) return counted
    const { key } = toTraits(row)
    const known = toAccounts(byTraits.get(key)).filter(isKnown)
    return known.length > 0 ? known : toAccounts(byName.get(key)).filter((account) => !isKnown(account))
  }
}

async function loadFacts(
  { db }: Pick<Visitor, 'db'>,
  actor: Actor,
  batch: Batch,
  rows: readonly MemberRow[],
): Promise<(row: MemberRow) => MemberFacts> {
  const roots = getAdministeredRoots(actor)
  const [byNumber, byId, byName, clubs] = await Promise.all([
    listByNumber(db, unique(rows.flatMap(({ numberHash }) => numberHash ?? []))),
    listByExternalId(db, unique(rows.flatMap(({ externalPersonId }) => externalPersonId || []))),
    listByTraits(db, rows.map(toTraits)),
    listClubs(db, unique(rows.flatMap(({ club }) => club || [])), batch.organizationId, roots),
  ])
  const accounts = await loadAccounts(db, unique([...byNumber, ...byId, ...byName].map(({ userId }) => userId)), roots)
  const match = matchAs(actor, {
    byNumber: group(byNumber),
    byId: group(byId),
    byTraits: group(byName.filter(({ isSameEmail }) => isSameEmail === 1)),
    byName: group(byName),
    accounts,
  })
  const clubsByKey: ReadonlyMap<string, MatchedClub[]> = Map.groupBy(clubs, ({ key }) => key)
  return (row) => ({
    accounts: match(row),
    clubs: clubsByKey.get(row.club) ?? [],
    isAdministrator: isAdministrator(actor),
  })
}

/** Returns a row with the outcome that it repeats another row of the file: the error `repeated`, without an account. */
export const asRepeated = <Row extends MemberOutcome>(row: Row): Row => ({
  ...row,
  status: memberStatuses.error,
  reason: 'repeated',
  userId: null,
})

/**
 * Decides what each row of a file of members would do: add an account, join a club, nothing or an error. It judges
 * against the present data and as the actor who uploaded the file, in the order of `rows`. Writes nothing. `seenKeys`
 * holds the people and memberships of earlier rows; it is filled with those of these rows. A person whom an earlier row
 * adds joins a further club: the row is `joined`, and without a `userId` until that account is there.
 */
export async function judgeRows(
  ctx: Pick<Visitor, 'db' | 'now'>,
  actor: Actor,
  batch: Batch,
  rows: readonly StoredRow[],
  seenKeys: Set<string>,
): Promise<JudgedRow[]> {
  const today = toPortalDay(ctx.now)
  const members = rows.map(({ cells }) => toMemberRow(cells, batch.mapping))
  const factsOf = await loadFacts(ctx, actor, batch, members)
  return rows.map(({ rowNumber }, at) => {
    const member = members[at] ?? toMemberRow([], {})
    const outcome = decideMember(member, factsOf(member), today)
    const people = toPersonKeys(member)
    const memberships = toMembershipKeys(member, outcome.organizationId)
    const isNew = outcome.status === memberStatuses.new
    const isRepeated = outcome.status !== memberStatuses.error && memberships.some((key) => seenKeys.has(key))
    const isAddedBefore = isNew && people.some((key) => seenKeys.has(key))
    for (const key of isNew ? [...people, ...memberships] : memberships) seenKeys.add(key)
    if (isRepeated) return { rowNumber, member, ...asRepeated(outcome) }
    return { rowNumber, member, ...outcome, status: isAddedBefore ? memberStatuses.joined : outcome.status }
  })
}

const rowsPerCheck = 1000

const isUnchanged = (outcome: CheckedRow, row: StoredRow | undefined) =>
  outcome.status === row?.status &&
  outcome.reason === row.reason &&
  outcome.userId === row.userId &&
  outcome.organizationId === row.organizationId

/**
 * Judges all rows of the caller's staged file of members as `judgeRows` does, with `edited` in place of the stored row
 * of its number. Writes nothing. Returns the outcomes that differ from the stored ones, in the order of the file; none
 * while a required column is not chosen.
 */
export async function judgeBatch(ctx: Ctx, batch: Batch, edited?: StoredRow): Promise<CheckedRow[]> {
  if (!isComplete(batch.mapping)) return []
  const seenKeys = new Set<string>()
  const changed: CheckedRow[] = []
  for (let after = 0; ; ) {
    const stored = await listRows(ctx.db, batch.id, after, rowsPerCheck)
    const last = stored.at(-1)
    if (!last) return changed
    const rows = stored.map((row) => (row.rowNumber === edited?.rowNumber ? edited : row))
    const judged = await judgeRows(ctx, ctx.actor, batch, rows, seenKeys)
    const outcomes = judged.map(({ member: _member, ...outcome }) => outcome)
    changed.push(...outcomes.filter((outcome, at) => !isUnchanged(outcome, stored[at])))
    after = last.rowNumber
  }
}
