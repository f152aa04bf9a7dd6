import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { deletePrefix } from '#platform/bucket-objects.ts'
import { type PackageRow, toArchiveKey, toContentKey, updatePackage } from './storage.ts'

const refused = 3

/**
 * Deletes all unpacked files of a package from the file store; the row and the zip stay. `folder` is the name in the
 * package's row, without a slash. Does nothing when the files are gone; writes no audit entry.
 */
export const removePackageFiles = (ctx: Ctx<null>, folder: string): Promise<void> =>
  deletePrefix(ctx.files, toContentKey(folder, ''))

/**
 * Refuses a package: deletes its files and stores the reason with an audit entry. The zip is deleted last, so that an
 * interrupted run can find the reason again.
 */
export async function refusePackage(ctx: Ctx<null>, row: PackageRow, refusal: PackageRefusal): Promise<void> {
  await removePackageFiles(ctx, row.folder)
  await ctx.db.commit([
    updatePackage(ctx.db, row.id, { state: refused, refusal, changedAt: ctx.now }),
    recordAudit(ctx, 'package.refused', { type: 'package', id: row.id }, { refusal }),
  ])
  await ctx.files.delete(toArchiveKey(row.folder))
}
