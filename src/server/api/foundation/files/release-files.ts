import type { Ctx } from '#api/context.ts'
import { listRemovedKeys, removeRecordedKeys } from './storage.ts'

const keysAtOnce = 100

/**
 * Deletes the objects of removed rows from the file store and returns their number. Objects are deleted before their
 * recorded keys, so that an interrupted run finds them again.
 */
export async function releaseFiles(ctx: Pick<Ctx<null>, 'db' | 'files'>): Promise<number> {
  const keys = await listRemovedKeys(ctx.db, keysAtOnce)
  if (keys.length === 0) return 0
  await ctx.files.delete(keys)
  await ctx.db.commit([removeRecordedKeys(ctx.db, keys)])
  return keys.length
}

/** Deletes objects after a committed write; on an error of the file store the daily job repeats it. */
export const releaseFilesSoon = (ctx: Pick<Ctx, 'db' | 'files' | 'log'>): Promise<void> =>
  releaseFiles(ctx).then(
    () => undefined,
    (error: unknown) => ctx.log.error('files.release', error),
  )
