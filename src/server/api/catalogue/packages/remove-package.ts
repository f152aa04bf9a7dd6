import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { archiveKey, contentKey, type PackageRow, updatePackage } from './storage.ts'

const refused = 3

/** Deletes all unpacked files of a package. */
export async function removeFolder(ctx: Ctx<null>, folder: string): Promise<void> {
  for (;;) {
    const { objects } = await ctx.files.list({ prefix: contentKey(folder, ''), limit: 500 })
    if (objects.length === 0) return
    await ctx.files.delete(objects.map((object) => object.key))
  }
}

/**
 * Refuses a package: deletes its files and stores the reason. The zip is deleted last, so that an interrupted run can
 * find the reason again.
 */
export async function refuse(ctx: Ctx<null>, row: PackageRow, refusal: PackageRefusal): Promise<void> {
  await removeFolder(ctx, row.folder)
  await ctx.db.commit([
    updatePackage(ctx.db, row.id, { state: refused, refusal, changedAt: ctx.now }),
    recordAudit(ctx, 'package.refused', { type: 'package', id: row.id }, { refusal }),
  ])
  await ctx.files.delete(archiveKey(row.folder))
}
