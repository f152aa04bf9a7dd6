import { setServedPackage } from '#api/catalogue/education-parts/course-storage.ts'
import { setServedMaterialPackage } from '#api/catalogue/educator-materials/storage.ts'
import { type InspectedPackage, inspectPackage, isRefusal } from '#api/catalogue/packages/inspect.ts'
import { toLaunchPath } from '#api/catalogue/packages/launch.ts'
import { toMediaType } from '#api/catalogue/packages/media-types.ts'
import type { RangeSource } from '#api/catalogue/packages/range-source.ts'
import { refusePackage } from '#api/catalogue/packages/remove-package.ts'
import type { PackageEntry } from '#api/catalogue/packages/rules.ts'
import {
  findPackage,
  type PackageRow,
  toArchiveKey,
  toContentKey,
  updatePackage,
} from '#api/catalogue/packages/storage.ts'
import { replaceUnits } from '#api/catalogue/packages/unit-storage.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'

/**
 * Entries in a run: each needs a few reads and a write, and a Worker invocation is limited to a thousand subrequests.
 */
const entriesPerRun = 200

const ready = 2
const refused = 3

function storedSource(files: R2Bucket, key: string, size: number): RangeSource {
  return {
    size,
    async read(offset, length) {
      const object = await files.get(key, { range: { offset, length } })
      if (!object) throw new Error(`the archive ${key} does not exist`)
      return object.bytes()
    },
  }
}

async function storeEntry(ctx: Ctx<null>, inspected: InspectedPackage, entry: PackageEntry, folder: string) {
  const { readable, writable } = new FixedLengthStream(entry.size)
  const put = ctx.files.put(toContentKey(folder, entry.path), readable, {
    httpMetadata: { contentType: toMediaType(entry.path) },
  })
  // The sink is aborted with the refusal, so that R2 cancels its end of the stream too.
  const [unpacked] = await Promise.allSettled([inspected.archive.unpack(entry, writable), put])
  if (unpacked.status === 'rejected') throw unpacked.reason
  if (unpacked.value === null) await put
  return unpacked.value
}

async function finish(ctx: Ctx<null>, row: PackageRow, inspected: InspectedPackage): Promise<void> {
  const { activityId, title, format, units, notes, missingFiles, files } = inspected
  await ctx.db.commit([
    updatePackage(ctx.db, row.id, {
      state: ready,
      entry: toLaunchPath(inspected.launch),
      activityId,
      title,
      format,
      notes,
      missingFiles,
      filesDone: files.length,
      filesTotal: files.length,
      changedAt: ctx.now,
    }),
    ...replaceUnits(ctx.db, row.id, units),
    ...(row.educationPartId === null ? [] : [setServedPackage(ctx.db, row.educationPartId, row.id, ctx.now)]),
    ...(row.educatorMaterialId === null
      ? []
      : [setServedMaterialPackage(ctx.db, row.educatorMaterialId, row.id, ctx.now)]),
    recordAudit(ctx, 'package.unpacked', { type: 'package', id: row.id }, { files: files.length }),
  ])
  await ctx.files.delete(toArchiveKey(row.folder))
}

interface UnpackPayload {
  packageId: number
  cursor: number
}

/**
 * Unpacks at most 200 files of a package from the one at `cursor` on, and returns where the next run continues.
 * Undefined when it is done or refused, was so before, or is missing.
 *
 * Storing a file again changes nothing, so an interrupted run is simply repeated. After the last file the part or
 * material serves the package, its units are stored, an audit entry is written and the zip is deleted. A package that
 * breaks a rule is refused: its files are removed and the reason is stored with an audit entry, without an error.
 */
export async function unpackPackage(ctx: Ctx<null>, { packageId, cursor }: UnpackPayload) {
  const row = await findPackage(ctx.db, packageId)
  if (!row || row.state === ready || row.state === refused) return undefined
  const inspected = await inspectPackage(storedSource(ctx.files, toArchiveKey(row.folder), row.size))
  if (isRefusal(inspected)) return void (await refusePackage(ctx, row, inspected))
  const { files } = inspected
  const next = Math.min(files.length, cursor + entriesPerRun)
  for (const entry of files.slice(cursor, next)) {
    const refusal = await storeEntry(ctx, inspected, entry, row.folder)
    if (refusal) return void (await refusePackage(ctx, row, refusal))
  }
  if (next === files.length) return void (await finish(ctx, row, inspected))
  const progress = { state: 1 as const, filesDone: next, filesTotal: files.length, changedAt: ctx.now }
  await ctx.db.commit([updatePackage(ctx.db, row.id, progress)])
  return { rest: { packageId, cursor: next }, progress: { done: next, total: files.length } }
}
