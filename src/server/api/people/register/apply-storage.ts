import { eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import type { WaitingRow } from './decide.ts'
import type { DecidedRow } from './decide-rows.ts'
import { type RegisterReason, rowOutcomes } from './rules.ts'
import type { Run } from './run-storage.ts'
import { registerPeople, registerRows, registerRuns } from './table.ts'

/** A row that waits to be applied. */
export interface WaitingRowWithDigest extends WaitingRow {
  digest: string
  sort: number
}

/**
 * Lists the next rows of a run that are not applied yet, at most `limit`, in the order of application. A run is one
 * read of the federation's register. All rows are of one step of it: merges, closings or changes.
 */
export async function listWaitingRows(db: Database, runId: number, limit: number): Promise<WaitingRowWithDigest[]> {
  const rows = await db.query
    .select({
      externalId: registerRows.externalId,
      person: registerRows.person,
      numberHash: registerRows.numberHash,
      isRepeated: registerRows.isRepeated,
      fault: registerRows.reason,
      digest: registerRows.digest,
      sort: registerRows.sort,
    })
    .from(registerRows)
    .where(sql`${registerRows.runId} = ${runId} and ${registerRows.outcome} is null`)
    .orderBy(registerRows.sort, registerRows.position)
    .limit(limit)
  return rows.filter(({ sort }) => sort === rows[0]?.sort)
}

/** Counts the rows of a run (one read of the federation's register) that are not applied yet. */
export async function countWaitingRows(db: Database, runId: number): Promise<number> {
  const [row] = await db.rows<{ waiting: number }>(
    sql`select count(*) as waiting from register_rows where run_id = ${runId} and outcome is null`,
  )
  return row?.waiting ?? 0
}

const userIdOf = ({ decision }: DecidedRow) =>
  decision.kind === 'changed' || decision.kind === 'unchanged' ? (decision.known?.userId ?? null) : null

const isHidden = ({ row, decision }: DecidedRow) =>
  row.person.isProtected ||
  (decision.kind === 'unchanged' && decision.known?.protection != null) ||
  (decision.kind === 'changed' && decision.known.protection !== null && decision.change.protection !== 'lift')

/** Returns the last e-mail address and phone number that the register gave: a row without them removes none. */
function lastContact({ row: { person }, decision }: DecidedRow) {
  const last = decision.kind === 'changed' || decision.kind === 'unchanged' ? decision.known?.last : null
  return { email: person.email ?? last?.email ?? null, phone: person.phone ?? last?.phone ?? null }
}

const toRemembered = (decided: DecidedRow, digests: ReadonlyMap<string, string>) => {
  const { row, organizationIds } = decided
  const contact = isHidden(decided) ? { email: null, phone: null } : lastContact(decided)
  return {
    externalId: row.externalId,
    userId: userIdOf(decided),
    digest: digests.get(row.externalId),
    email: contact.email,
    phone: contact.phone,
    numberHash: row.numberHash,
    memberships: organizationIds,
    closed: row.person.closed,
    mergedInto: row.person.mergedInto,
  }
}

/** SQL: the account of a row, which a new person has only inside the transaction. */
const accountOf = sql`coalesce(v.value ->> 'userId',
  (select u.id from users u where u.external_person_id = v.value ->> 'externalId'),
  (select i.user_id from protected_identities i where i.external_person_id = v.value ->> 'externalId'))`

/**
 * Returns the statements that store the register's latest data about the people of a portion of rows, to compare later
 * reads with; refused rows are left out. `rows` gives the digest by external id. The accounts themselves are not
 * changed.
 */
export const rememberPeople = (
  { db, now }: Ctx<null>,
  decided: readonly DecidedRow[],
  rows: readonly WaitingRowWithDigest[],
): Statement[] => {
  const digests = new Map(rows.map(({ externalId, digest }) => [externalId, digest]))
  const accepted = decided.filter(({ decision }) => decision.kind !== 'refused')
  return toJsonParameters(accepted.map((one) => toRemembered(one, digests))).map((piece) =>
    insertFrom(
      db.query,
      registerPeople,
      {
        externalId: sql`v.value ->> 'externalId'`,
        userId: accountOf,
        digest: sql`v.value ->> 'digest'`,
        email: sql`v.value ->> 'email'`,
        phone: sql`v.value ->> 'phone'`,
        numberHash: sql`v.value ->> 'numberHash'`,
        memberships: sql`v.value -> 'memberships'`,
        closed: sql`v.value ->> 'closed'`,
        mergedInto: sql`v.value ->> 'mergedInto'`,
        changedAt: now.toISOString(),
      },
      sql`from json_each(${piece}) v where true`,
    ).onConflictDoUpdate({
      target: registerPeople.externalId,
      set: {
        userId: sql`excluded.user_id`,
        digest: sql`excluded.digest`,
        email: sql`excluded.email`,
        phone: sql`excluded.phone`,
        numberHash: sql`excluded.number_hash`,
        memberships: sql`excluded.memberships`,
        closed: sql`excluded.closed`,
        mergedInto: sql`excluded.merged_into`,
        changedAt: now,
      },
    }),
  )
}

/**
 * Returns the statement that forgets the register's e-mail addresses and phone numbers of people whom refused rows
 * protect. Without a digest the next row counts as changed, also when it equals the one before the refused one.
 */
export function forgetContacts({ db, now }: Ctx<null>, decided: readonly DecidedRow[]): Statement {
  const ids = decided.flatMap(({ row, decision }) =>
    decision.kind === 'refused' && decision.protects ? [row.externalId] : [],
  )
  return db.query
    .update(registerPeople)
    .set({ digest: null, email: null, phone: null, changedAt: now })
    .where(sql`external_id in (select value from json_each(${JSON.stringify(ids)}))`)
}

const toOutcome = (decided: DecidedRow) => ({
  externalId: decided.row.externalId,
  userId: userIdOf(decided),
  outcome: rowOutcomes[decided.decision.kind],
  reason: decided.decision.kind === 'refused' ? decided.decision.reason : null,
})

/** SQL: the value of a row, or a blank one when its person has been erased from the portal. */
const unlessErased = (column: 'person' | 'digest' | 'number_hash', blank: string | null): SQL =>
  sql`iif(excluded.reason is ${'personErased' satisfies RegisterReason}, ${blank}, ${sql.raw(`register_rows.${column}`)})`

/**
 * Returns the statements that mark rows of a run as applied, with their outcome and person; rows of erased people lose
 * their data. They go through the primary key, row by row: an update from JSON would compare each row of the read with
 * each of the portion.
 */
export const markRowsApplied = ({ query }: Database, runId: number, decided: readonly DecidedRow[]): Statement[] =>
  toJsonParameters(decided.map(toOutcome)).map((piece) =>
    insertFrom(
      query,
      registerRows,
      {
        runId,
        externalId: sql`v.value ->> 'externalId'`,
        position: 0,
        sort: 0,
        person: '{}',
        digest: '',
        outcome: sql`v.value ->> 'outcome'`,
        reason: sql`v.value ->> 'reason'`,
        userId: accountOf,
      },
      sql`from json_each(${piece}) v where true`,
    ).onConflictDoUpdate({
      target: [registerRows.runId, registerRows.externalId],
      set: {
        outcome: sql`excluded.outcome`,
        reason: sql`excluded.reason`,
        userId: sql`excluded.user_id`,
        person: unlessErased('person', '{}'),
        digest: unlessErased('digest', ''),
        numberHash: unlessErased('number_hash', null),
      },
    }),
  )

export interface AppliedCounts {
  added: number
  changed: number
  refused: number
  /** New people under age. */
  minors: number
}

/**
 * Returns the statement that adds the outcomes of a portion of rows to the counts of a run (read of the federation's
 * register).
 */
export const addCounts = ({ db, now }: Ctx<null>, run: Pick<Run, 'id'>, counts: AppliedCounts): Statement =>
  db.query
    .update(registerRuns)
    .set({
      newCount: sql`new_count + ${counts.added}`,
      changedCount: sql`changed_count + ${counts.changed}`,
      refusedCount: sql`refused_count + ${counts.refused}`,
      minorCount: sql`minor_count + ${counts.minors}`,
      changedAt: now,
    })
    .where(eq(registerRuns.id, run.id))
