import { mayUploadTo } from '#api/catalogue/education-parts/access.ts'
import { listEducationsOfPart } from '#api/catalogue/education-parts/course-storage.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import type { EducatorMaterial } from './contract.ts'
import { findMaterial } from './storage.ts'

export async function checkPart(ctx: Ctx, educationPartId: number): Promise<void> {
  if (!mayUploadTo(ctx.actor, await listEducationsOfPart(ctx.db, educationPartId))) throw new Refused('not_allowed')
}

/** Material that the person manages; what they may not even see does not exist for them. */
export async function changeable(ctx: Ctx, id: number): Promise<EducatorMaterial> {
  const material = await findMaterial(ctx, id)
  if (!material) throw new Refused('not_found')
  await checkPart(ctx, material.educationPartId)
  return material
}
