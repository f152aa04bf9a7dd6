import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import type { RegisterCursor } from './people-register.ts'
import type { RegisterReason, RowOutcome, StagedPerson } from './rules.ts'
import type { Run } from './run-storage.ts'
import { registerRows, registerRuns } from './table.ts'

/** The digest of the register's last row of a person. */
export interface KnownDigest {
  externalId: string
  digest: string | null
  /** Whether the person counts among the known people: in the portal, and not ended. */
  isKnown: 0 | 1
}

/**
 * Lists the digest of the register's last data about each of the given register ids, in no order; unknown ids are left
 * out. `isKnown` is 1 for a person of the portal who has neither left the register nor been merged there.
 */
export const listDigests = async (db: Database, externalIds: readonly string[]): Promise<KnownDigest[]> =>
  externalIds.length === 0
    ? []
    : db.rows<KnownDigest>(sql`
        select external_id as externalId, digest, user_id is not null and closed is null and merged_into is null as isKnown
        from register_people where external_id in (select value from json_each(${JSON.stringify(externalIds)}))`)

export interface NewStagedRow {
  externalId: string
  position: number
  sort: number
  person: StagedPerson
  digest: string
  numberHash: string | null
  isGone: boolean
  /** Null for a row that waits to be applied. */
  outcome: RowOutcome | null
  reason: RegisterReason | null
}

/**
 * Returns the statements that store the rows of a run (one read of the federation's register) until they are applied;
 * they change no people. When the register id stands at another position already, that row is kept and marked as
 * repeated; at the same position it stays as it is.
 */
export const insertRows = ({ query }: Database, runId: number, rows: readonly NewStagedRow[]): Statement[] =>
  toJsonParameters(rows).map((piece) =>
    insertFrom(
      query,
      registerRows,
      {
        runId,
        externalId: sql`r.value ->> 'externalId'`,
        position: sql`r.value ->> 'position'`,
        sort: sql`r.value ->> 'sort'`,
        person: sql`r.value -> 'person'`,
        digest: sql`r.value ->> 'digest'`,
        numberHash: sql`r.value ->> 'numberHash'`,
        isGone: sql`r.value ->> 'isGone'`,
        outcome: sql`r.value ->> 'outcome'`,
        reason: sql`r.value ->> 'reason'`,
      },
      sql`from json_each(${piece}) r where true`,
    ).onConflictDoUpdate({
      target: [registerRows.runId, registerRows.externalId],
      set: { isRepeated: true },
      setWhere: sql`position <> excluded.position`,
    }),
  )

interface ReadProgress {
  /** Where the next portion begins; null for the first. */
  cursor: RegisterCursor | null
  /** Since when the register has no portion yet; null while it answers. */
  waitedFrom: Date | null
  /** Rows of the portion, in total, known already, and refused. */
  read: number
  seen: number
  refused: number
}

/**
 * Returns the statement that stores how far a run has read the register. It adds the counts of `progress` to those of
 * `run`, as the caller read it.
 */
export const markRead = ({ db, now }: Ctx<null>, run: Run, progress: ReadProgress): Statement =>
  db.query
    .update(registerRuns)
    .set({
      cursor: progress.cursor,
      waitedFrom: progress.waitedFrom,
      readCount: run.readCount + progress.read,
      seenCount: run.seenCount + progress.seen,
      refusedCount: run.refusedCount + progress.refused,
      changedAt: now,
    })
    .where(sql`${registerRuns.id} = ${run.id}`)
