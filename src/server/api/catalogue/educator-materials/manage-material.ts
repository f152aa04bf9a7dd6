import { mayUploadTo } from '#api/catalogue/education-parts/access.ts'
import { listManagedEducationsOfPart } from '#api/catalogue/education-parts/course-storage.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import type { EducatorMaterial } from './contract.ts'
import { findMaterial } from './storage.ts'

/**
 * Checks that the actor may upload to the part. An administrator passes for an unknown part too.
 *
 * @throws Refused('not_allowed') when the actor is no administrator and manages no education that contains the part.
 */
export async function requireManagedPart(ctx: Ctx, educationPartId: number): Promise<void> {
  if (!mayUploadTo(ctx.actor, await listManagedEducationsOfPart(ctx.db, educationPartId)))
    throw new Refused('not_allowed')
}

/**
 * Returns material that the actor manages.
 *
 * @throws Refused('not_found') when the material does not exist, was removed or is hidden from the actor.
 * @throws Refused('not_allowed') when the actor manages no education that contains its part.
 */
export async function getManagedMaterial(ctx: Ctx, id: number): Promise<EducatorMaterial> {
  const material = await findMaterial(ctx, id)
  if (!material) throw new Refused('not_found')
  await requireManagedPart(ctx, material.educationPartId)
  return material
}
