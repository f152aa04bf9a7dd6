import type { Ctx } from '#api/context.ts'
import { forgetRemovedKeys, listRemovedKeys } from './storage.ts'

const keysAtOnce = 100

/**
 * Deletes from the file store what a commit has removed the rows of. The objects go before their noted keys, so that a run that
 * is cut short finds them again. Answers how many there were.
 */
export async function releaseFiles(ctx: Pick<Ctx<null>, 'db' | 'files'>): Promise<number> {
  const keys = await listRemovedKeys(ctx.db, keysAtOnce)
  if (keys.length === 0) return 0
  await ctx.files.delete(keys)
  await ctx.db.commit([forgetRemovedKeys(ctx.db, keys)])
  return keys.length
}

/** The same behind a write that stands already: a file store that does not answer is left to the daily job. */
export const releaseFilesSoon = (ctx: Pick<Ctx, 'db' | 'files' | 'log'>): Promise<void> =>
  releaseFiles(ctx).then(
    () => undefined,
    (error: unknown) => ctx.log.error('files.release', error),
  )
