import type { Ctx } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'

/**
 * Commits statements that refer to a new file in the file store; deletes the file of `key` and throws the error on when
 * the commit fails. Without a key it only commits. Returns the results of the statements in order.
 */
export async function commitWithFile<const S extends readonly Statement[]>(
  ctx: Pick<Ctx, 'db' | 'files'>,
  key: string | null | undefined,
  statements: S,
): Promise<{ [K in keyof S]: Awaited<S[K]> }> {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    if (key) await ctx.files.delete(key)
    throw error
  }
}
