import type { z } from 'zod'
import { recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { findPartCourse, listEducationsOfPart } from '../education-parts/course-storage.ts'
import { mayUploadTo } from '../packages/access.ts'
import { receivePackage } from '../packages/upload.ts'
import { Refused } from '../refusals.ts'
import type { EducatorMaterial, EducatorMaterialInput } from './contract.ts'
import { findMaterial, insertMaterial, updateMaterial } from './storage.ts'

type Given = z.infer<typeof EducatorMaterialInput>

async function checkPart(ctx: Ctx, educationPartId: number): Promise<void> {
  if (!mayUploadTo(ctx.actor, await listEducationsOfPart(ctx.db, educationPartId))) throw new Refused('not_allowed')
}

async function create(ctx: Ctx, educationPartId: number, given: Given, file: File | null): Promise<number> {
  await checkPart(ctx, educationPartId)
  if (!(await findPartCourse(ctx.db, educationPartId))) throw new Refused('not_found')
  if (!file) throw new Refused('package_file_missing')
  const uploaded = await receivePackage(ctx, file, {})
  const stamps = { createdAt: ctx.now, changedAt: ctx.now }
  const id = await insertMaterial(ctx.db, { name: given.name, educationPartId, packageId: uploaded.id, ...stamps })
  await ctx.db.commit([
    recordAudit(ctx, 'educatorMaterial.created', { type: 'educatorMaterial', id }, { educationPartId }),
  ])
  return id
}

async function change(ctx: Ctx, id: number, given: Given, file: File | null): Promise<number> {
  const material = await findMaterial(ctx.db, id)
  if (!material) throw new Refused('not_found')
  await checkPart(ctx, material.educationPartId)
  // The old package goes on being served until the new one stands.
  if (file) await receivePackage(ctx, file, { educatorMaterialId: id })
  await ctx.db.commit([
    updateMaterial(ctx.db, id, { name: given.name, changedAt: ctx.now }),
    recordAudit(ctx, 'educatorMaterial.changed', { type: 'educatorMaterial', id }, { withFile: file !== null }),
  ])
  return id
}

/** Creates for the part, or changes the named material; with a package it turns to it once unpacked. */
export async function saveMaterial(
  ctx: Ctx,
  partOrMaterialId: number,
  given: Given,
  file: File | null,
): Promise<EducatorMaterial> {
  const known = given.educatorArticulateId ?? null
  if (known !== null && known !== partOrMaterialId) throw new Refused('not_found')
  const id = known === null ? await create(ctx, partOrMaterialId, given, file) : await change(ctx, known, given, file)
  const material = await findMaterial(ctx.db, id)
  if (!material) throw new Refused('not_found')
  return material
}
