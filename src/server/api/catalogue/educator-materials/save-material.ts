import { findPartCourse } from '#api/catalogue/education-parts/course-storage.ts'
import { type PackageRow, updatePackage } from '#api/catalogue/packages/storage.ts'
import { completeUpload, type PackageTarget, receivePackage } from '#api/catalogue/packages/upload.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { Refused } from '#api/refusals.ts'
import type { EducatorMaterial, EducatorMaterialInput } from './contract.ts'
import { getManagedMaterial, requireManagedPart } from './manage-material.ts'
import { educatorMaterialSnapshot } from './snapshot.ts'
import { findMaterial, insertMaterial, newestMaterialId, updateMaterial } from './storage.ts'

interface MaterialUpload {
  input: EducatorMaterialInput
  file: File | null
}

/** Returns the package of the request or of an earlier upload in parts, or null. */
async function receiveUpload(
  ctx: Ctx,
  { input, file }: MaterialUpload,
  destination: PackageTarget,
): Promise<PackageRow | null> {
  if (file) return receivePackage(ctx, file, destination)
  return input.uploadId ? completeUpload(ctx, input.uploadId, destination) : null
}

const auditType = { type: 'educatorMaterial', of: educatorMaterialSnapshot } as const

async function create(ctx: Ctx, educationPartId: number, upload: MaterialUpload): Promise<number> {
  await requireManagedPart(ctx, educationPartId)
  if (!(await findPartCourse(ctx.db, educationPartId))) throw new Refused('not_found')
  const uploaded = await receiveUpload(ctx, upload, {})
  if (!uploaded) throw new Refused('package_file_missing')
  const { name } = upload.input
  const [[row]] = await ctx.db.commit([
    insertMaterial(ctx.db, {
      name,
      educationPartId,
      packageId: uploaded.id,
      createdAt: ctx.now,
      changedAt: ctx.now,
    }),
    auditCreation(ctx, { ...auditType, action: 'educatorMaterial.created' }),
    updatePackage(ctx.db, uploaded.id, { educatorMaterialId: newestMaterialId }),
  ])
  if (!row) throw new Error('the educator material was not inserted')
  return row.id
}

async function change(ctx: Ctx, id: number, upload: MaterialUpload): Promise<number> {
  const before = await getManagedMaterial(ctx, id)
  const { name, lastChange } = upload.input
  // Checked before the package is stored, so that the package of a late save does not become the newest.
  if (lastChange?.getTime() !== before.lastChange.getTime()) throw new Refused('changed_meanwhile')
  // The old package is served until the new one is ready.
  const uploaded = await receiveUpload(ctx, upload, { educatorMaterialId: id })
  const target = { type: 'educatorMaterial', id } as const
  const edit = { action: 'educatorMaterial.changed', target, of: educatorMaterialSnapshot(id) } as const
  const audit = auditEdit(ctx, edit, { withFile: uploaded !== null })
  await ctx.db.commit([
    audit.before,
    updateMaterial(ctx.db, id, { name, expectedVersion: lastChange, now: ctx.now }),
    ...audit.after,
  ])
  return id
}

/**
 * Creates material for a part, or changes the material that the body names, with an audit entry, and returns it.
 * `partOrMaterialId` is the id in the URL: of the part for new material, otherwise of the material.
 *
 * Its package is the `file`, or an upload in parts that `input` names; it is stored first, in a commit of its own,
 * which queues the unpacking, and is served once it is unpacked.
 *
 * @throws Refused('not_found') when the id in the body is another one, or the material, the part or the upload does not
 * exist.
 * @throws Refused('not_allowed') when the actor manages no education that contains the part.
 * @throws Refused('package_file_missing') when new material has no file.
 * @throws Refused('package_too_large'), Refused('package_parts_missing') or Refused('package_quota') as
 * `receivePackage` and `completeUpload` do.
 * @throws Refused('changed_meanwhile') when the material has another version than `lastChange`.
 */
export async function saveMaterial(
  ctx: Ctx,
  partOrMaterialId: number,
  input: EducatorMaterialInput,
  file: File | null,
): Promise<EducatorMaterial> {
  const existingId = input.educatorArticulateId ?? null
  if (existingId !== null && existingId !== partOrMaterialId) throw new Refused('not_found')
  const upload = { input, file }
  const id = existingId === null ? await create(ctx, partOrMaterialId, upload) : await change(ctx, existingId, upload)
  const material = await findMaterial(ctx, id)
  if (!material) throw new Refused('not_found')
  return material
}
