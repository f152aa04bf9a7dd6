import type { Ctx } from '#api/context.ts'
import { removeScans } from '#api/foundation/scans/storage.ts'
import { listRemovedKeys, removeRecordedKeys } from './storage.ts'

const keysAtOnce = 100

/**
 * Deletes the objects of removed rows from the file store, at most 100 in a call, and returns how many; 0 when none is
 * left. The recorded keys and virus scans of the objects are removed after.
 *
 * Objects are deleted before their recorded keys, so that an interrupted run finds them again.
 */
export async function releaseFiles(ctx: Pick<Ctx<null>, 'db' | 'files'>): Promise<number> {
  const keys = await listRemovedKeys(ctx.db, keysAtOnce)
  if (keys.length === 0) return 0
  await ctx.files.delete(keys)
  await ctx.db.commit([removeRecordedKeys(ctx.db, keys), removeScans(ctx.db, keys)])
  return keys.length
}

/**
 * Deletes at most 100 objects of removed rows after a committed write. An error of the file store is logged, and the
 * daily job repeats the work.
 */
export const releaseFilesSoon = (ctx: Pick<Ctx, 'db' | 'files' | 'log'>): Promise<void> =>
  releaseFiles(ctx).then(
    () => undefined,
    (error: unknown) => ctx.log.error('files.release', error),
  )
