import { createHash } from 'node:crypto'
import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { listPages } from '#platform/bucket-objects.ts'
import { cleanPicture } from './pictures/clean-picture.ts'
import { releaseFiles } from './release-files.ts'
import { queueRendering } from './renditions/queue-rendering.ts'
import { renderFile } from './renditions/render-file.ts'
import { listUnrenderedKeys } from './renditions/storage.ts'
import { pictureTypes } from './rules.ts'
import { removeFiles, type StoredFile } from './storage.ts'
import { listStrayKeys, listUncleanedFiles, listUnusedFiles, markFileCleaned } from './sweep-storage.ts'

/**
 * Days before an unused file is removed: long enough for an open form with a chosen logo and for every running write.
 */
const daysUnused = 1
const filesAtOnce = 40
const picturesAtOnce = 10
const renderedADay = 500
const maxPictureBytes = 25 * 1024 * 1024

async function removeUnused(ctx: Ctx<null>): Promise<number> {
  const ids = await listUnusedFiles(ctx.db, subDays(ctx.now, daysUnused), filesAtOnce)
  if (ids.length === 0) return 0
  await ctx.db.commit([
    removeFiles(ctx.db, ids),
    ...ids.map((id) => recordAudit(ctx, 'file.swept', { type: 'file', id })),
  ])
  return ids.length
}

/** Removes the metadata of a stored picture. A picture that cannot be read is logged and left unchanged. */
async function clean(ctx: Ctx<null>, { id, key, size, contentType }: StoredFile): Promise<void> {
  const isPicture = pictureTypes.has(contentType) && size <= maxPictureBytes
  const object = isPicture ? await ctx.files.get(key) : null
  const picture = object && cleanPicture(new Uint8Array(await object.arrayBuffer()))
  if (picture && picture.refusal !== null) ctx.log.warn('files.uncleaned', { id, refusal: picture.refusal })
  if (!picture || picture.refusal !== null) return void (await ctx.db.commit([markFileCleaned(ctx.db, id, {})]))
  await ctx.files.put(key, picture.bytes, { httpMetadata: { contentType } })
  const sha256 = createHash('sha256').update(picture.bytes).digest('hex')
  await ctx.db.commit([markFileCleaned(ctx.db, id, { size: picture.bytes.length, sha256 })])
}

/** Removes objects without a row, left when a run ended between the file store and the database. */
async function removeStray(ctx: Ctx<null>, prefix: string): Promise<void> {
  const before = subDays(ctx.now, daysUnused)
  for await (const page of listPages(ctx.files, { prefix, limit: 500 })) {
    const old = page.objects.filter(({ uploaded }) => uploaded < before).map(({ key }) => key)
    const stray = await listStrayKeys(ctx.db, old)
    if (stray.length > 0) await ctx.files.delete(stray)
  }
}

/** Queues the rendering of pictures that were stored before pictures were rendered. */
async function queueRenderings(ctx: Ctx<null>): Promise<void> {
  const keys = ctx.env.IMAGES ? await listUnrenderedKeys(ctx.db, renderedADay, ctx.now) : []
  if (keys.length > 0) await ctx.db.commit(keys.map((key) => queueRendering(ctx, key)))
}

/**
 * Removes unused files, and the metadata of pictures from before it was removed at upload, and queues renderings that
 * are missing.
 */
async function sweep(ctx: Ctx<null>): Promise<JobContinuation | undefined> {
  const uncleaned = await listUncleanedFiles(ctx.db, picturesAtOnce)
  for (const file of uncleaned) await clean(ctx, file)
  const found = uncleaned.length + (await removeUnused(ctx)) + (await releaseFiles(ctx))
  if (found > 0) return { rest: {} }
  for (const prefix of ['pictures/', 'media/', 'mailings/']) await removeStray(ctx, prefix)
  await queueRenderings(ctx)
  return undefined
}

export const jobs: Record<string, JobHandler> = {
  'files.render': renderFile,
  'files.sweep': sweep,
}
