import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'

/**
 * Returns the statement that queues the job `files.render` for the picture with this key of the file store. Inserts
 * nothing while such a job is unfinished.
 */
export const queueRendering = (ctx: Visitor, key: string) =>
  queueJob(ctx, 'files.render', { key }, { key: `files.render ${key}` })
