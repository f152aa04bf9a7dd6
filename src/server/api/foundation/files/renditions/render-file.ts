import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { cleanPicture } from '../pictures/clean-picture.ts'
import type { StoredFile } from '../storage.ts'
import { readAverageColor, renderWidth } from './render-picture.ts'
import { isMoving, renderedTypes, renditionType, toRenditionKey, widthsOf } from './rules.ts'
import { findUnrenderedFile, markRendered } from './storage.ts'

const nothing = { renditionWidths: [], color: null }

async function readPicture(ctx: Ctx<null>, { key, contentType }: StoredFile) {
  const object = renderedTypes.has(contentType) ? await ctx.files.get(key) : null
  const picture = object && cleanPicture(new Uint8Array(await object.arrayBuffer()))
  return picture?.refusal === null ? picture : null
}

async function renderAll(ctx: Ctx<null>, images: ImagesBinding, file: StoredFile) {
  const picture = await readPicture(ctx, file)
  if (!picture || isMoving(picture.bytes)) return nothing
  const widths = widthsOf(picture)
  for (const width of widths) {
    const bytes = await renderWidth(images, picture.bytes, width)
    await ctx.files.put(toRenditionKey(file.key, width), bytes, { httpMetadata: { contentType: renditionType } })
  }
  return { renditionWidths: widths, color: await readAverageColor(images, picture.bytes) }
}

/** Records the renditions, and deletes them when the picture has been replaced since the job began. */
async function recordRenditions(
  ctx: Ctx<null>,
  { id, key }: StoredFile,
  renditions: Parameters<typeof markRendered>[2],
) {
  const [rows] = await ctx.db.commit([markRendered(ctx.db, id, renditions)])
  const widths = renditions.renditionWidths ?? []
  if (rows.length === 0) await ctx.files.delete(widths.map((width) => toRenditionKey(key, width)))
  else ctx.changedTags.push('educations')
}

/**
 * Renders the picture of an education in smaller widths and finds its average colour, once; then invalidates cached
 * educations. Does nothing without the binding `IMAGES`: the original is served then. A picture that cannot be read is
 * recorded as having no renditions; after a failure of the service it has none yet, and a later run makes them.
 */
export const renderFile: JobHandler = async (ctx, { key }: { key: string }) => {
  const images: ImagesBinding | undefined = ctx.env.IMAGES
  const file = images && (await findUnrenderedFile(ctx.db, key))
  if (!file) return undefined
  await recordRenditions(ctx, file, await renderAll(ctx, images, file))
  return undefined
}
