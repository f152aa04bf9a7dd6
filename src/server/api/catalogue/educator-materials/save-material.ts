import { findPartCourse } from '#api/catalogue/education-parts/course-storage.ts'
import { type PackageRow, updatePackage } from '#api/catalogue/packages/storage.ts'
import { completeUpload, type Destination, receivePackage } from '#api/catalogue/packages/upload.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { Refused } from '#api/refusals.ts'
import type { EducatorMaterial, EducatorMaterialInput } from './contract.ts'
import { changeable, checkPart } from './manage-material.ts'
import { educatorMaterialSnapshot } from './snapshot.ts'
import { findMaterial, insertMaterial, newestMaterial, updateMaterial } from './storage.ts'

interface Given {
  input: EducatorMaterialInput
  file: File | null
}

/** The package of the request, or the one that was sent in parts before. */
async function received(ctx: Ctx, { input, file }: Given, destination: Destination): Promise<PackageRow | null> {
  if (file) return receivePackage(ctx, file, destination)
  return input.uploadId ? completeUpload(ctx, input.uploadId, destination) : null
}

const thing = { type: 'educatorMaterial', of: educatorMaterialSnapshot } as const

async function create(ctx: Ctx, educationPartId: number, given: Given): Promise<number> {
  await checkPart(ctx, educationPartId)
  if (!(await findPartCourse(ctx.db, educationPartId))) throw new Refused('not_found')
  const uploaded = await received(ctx, given, {})
  if (!uploaded) throw new Refused('package_file_missing')
  const { name } = given.input
  const [[row]] = await ctx.db.commit([
    insertMaterial(ctx.db, {
      name,
      educationPartId,
      packageId: uploaded.id,
      createdAt: ctx.now,
      changedAt: ctx.now,
    }),
    auditCreation(ctx, { ...thing, action: 'educatorMaterial.created' }),
    updatePackage(ctx.db, uploaded.id, { educatorMaterialId: newestMaterial }),
  ])
  if (!row) throw new Error('the educator material was not inserted')
  return row.id
}

async function change(ctx: Ctx, id: number, given: Given): Promise<number> {
  const before = await changeable(ctx, id)
  const { name, lastChange } = given.input
  // Said before anything is kept: a late writer's package is not made the newest.
  if (lastChange?.getTime() !== before.lastChange.getTime()) throw new Refused('changed_meanwhile')
  // The old package goes on being served until the new one stands.
  const uploaded = await received(ctx, given, { educatorMaterialId: id })
  const target = { type: 'educatorMaterial', id } as const
  const edit = { action: 'educatorMaterial.changed', target, of: educatorMaterialSnapshot(id) } as const
  const audit = auditEdit(ctx, edit, { withFile: uploaded !== null })
  await ctx.db.commit([
    audit.before,
    updateMaterial(ctx.db, id, { name, seen: lastChange, now: ctx.now }),
    ...audit.after,
  ])
  return id
}

/** Creates for the part, or changes the named material; with a package it turns to it once unpacked. */
export async function saveMaterial(
  ctx: Ctx,
  partOrMaterialId: number,
  input: EducatorMaterialInput,
  file: File | null,
): Promise<EducatorMaterial> {
  const known = input.educatorArticulateId ?? null
  if (known !== null && known !== partOrMaterialId) throw new Refused('not_found')
  const given = { input, file }
  const id = known === null ? await create(ctx, partOrMaterialId, given) : await change(ctx, known, given)
  const material = await findMaterial(ctx, id)
  if (!material) throw new Refused('not_found')
  return material
}
