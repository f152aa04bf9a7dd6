import type { Ctx } from '#api/context.ts'
import type { insertResult, updateResult } from '#api/participation/results/write-storage.ts'
import { codeOfConstraint, Refused } from '#api/refusals.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import type { EducationPartResult } from './contract.ts'
import { listResultsByIds, partResultFrom } from './storage.ts'
import { tellTogether, type Word } from './tell-together.ts'

/** One result's statement, answering its row, and what follows from it; no statement when nothing changes. */
export interface Write {
  resultId: number | null
  result: ReturnType<typeof insertResult | typeof updateResult> | null
  also: Statement[]
  /** What people are told of it, together with what else is written. */
  told?: readonly Word[]
}

type Row = Awaited<ReturnType<typeof insertResult>>[number]

/** Commits; what a trigger or an index of the database refuses is told as the rule would tell it. */
export async function commitOrRefuse(ctx: Ctx, statements: Statement[]): Promise<unknown[]> {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    const code = error instanceof Constraint ? codeOfConstraint(error.text) : null
    throw code ? new Refused(code) : error
  }
}

/** Commits all or none, and answers each result as it stands afterwards, in the order they were written. */
export async function commitWrites(ctx: Ctx, writes: readonly Write[]): Promise<EducationPartResult[]> {
  const statements = writes.flatMap(({ result }) => result ?? [])
  const news = tellTogether(
    ctx,
    writes.flatMap(({ told = [] }) => told),
  )
  const committed = await commitOrRefuse(ctx, [...statements, ...writes.flatMap(({ also }) => also), ...news])
  // The first statements return their rows, in their own order.
  const rows = committed.slice(0, statements.length).map((returned) => (returned as Row[])[0])
  const unchanged = writes.flatMap(({ result, resultId }) => (result || resultId === null ? [] : [resultId]))
  const known = new Map((await listResultsByIds(ctx.db, unchanged)).map((result) => [result.resultId, result]))
  return writes.flatMap(({ result, resultId }) => {
    const row = result ? rows.shift() : undefined
    return row ? partResultFrom(row) : (known.get(resultId ?? 0) ?? [])
  })
}
