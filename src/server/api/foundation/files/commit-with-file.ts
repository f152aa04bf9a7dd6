import type { Ctx } from '#api/context.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'

/**
 * Commits statements that refer to a new file in the file store; returns their results in order. Without a key it only
 * commits.
 *
 * Throws the error of a commit that fails. The file of `key` is deleted when the database refused the rows; after any
 * other error they may be stored, so the daily sweep removes the file if they are not.
 */
export async function commitWithFile<const S extends readonly Statement[]>(
  ctx: Pick<Ctx, 'db' | 'files'>,
  key: string | null | undefined,
  statements: S,
): Promise<{ [K in keyof S]: Awaited<S[K]> }> {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    if (key && error instanceof ConstraintError) await ctx.files.delete(key)
    throw error
  }
}
