import type { Ctx } from '#api/context.ts'
import type { insertResult, updateResult } from '#api/participation/results/write-storage.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { EducationPartResult } from './contract.ts'
import { groupNotifications, type Notification } from './group-notifications.ts'
import { listResultsByIds, toPartResult } from './storage.ts'

/** The statements that write one result. `result` returns the row, and is null when nothing changes. */
export interface ResultWrite {
  resultId: number | null
  result: ReturnType<typeof insertResult | typeof updateResult> | null
  /** Committed before the rows of all results. */
  statementsBefore?: readonly Statement[]
  /** Audit entries, jobs and further results, committed after the rows of all results. */
  relatedStatements: Statement[]
  /** Notifications; grouped with those of the other results of the commit. */
  notifications?: readonly Notification[]
}

type Row = Awaited<ReturnType<typeof insertResult>>[number]

/**
 * Commits the statements in one transaction, and returns their results in order. A refusal of the database with a known
 * code becomes a `Refused`; other errors are thrown as they are.
 *
 * @throws Refused with the code of the constraint, when a trigger or a unique index refuses the commit.
 */
export async function commitOrRefuse(ctx: Pick<Ctx, 'db'>, statements: Statement[]): Promise<unknown[]> {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    throw code ? new Refused(code) : error
  }
}

/**
 * Commits all writes of results or none, with the audit entries and notifications that they bring; notifications of one
 * kind to one person become one mail. Returns the resulting rows in the order of the writes, also of those that change
 * nothing.
 *
 * @throws Refused with the code of the constraint, when a trigger or a unique index refuses the commit.
 */
export async function commitWrites(ctx: Ctx, writes: readonly ResultWrite[]): Promise<EducationPartResult[]> {
  const before = writes.flatMap(({ statementsBefore = [] }) => statementsBefore)
  const statements = writes.flatMap(({ result }) => result ?? [])
  const notifications = groupNotifications(
    ctx,
    writes.flatMap(({ notifications: group = [] }) => group),
  )
  const committed = await commitOrRefuse(ctx, [
    ...before,
    ...statements,
    ...writes.flatMap(({ relatedStatements: also }) => also),
    ...notifications,
  ])
  const rows = committed
    .slice(before.length, before.length + statements.length)
    .map((returned) => (returned as Row[])[0])
  const unchanged = writes.flatMap(({ result, resultId }) => (result || resultId === null ? [] : [resultId]))
  const unchangedById = new Map((await listResultsByIds(ctx.db, unchanged)).map((result) => [result.resultId, result]))
  return writes.flatMap(({ result, resultId }) => {
    const row = result ? rows.shift() : undefined
    return row ? toPartResult(row) : (unchangedById.get(resultId ?? 0) ?? [])
  })
}
