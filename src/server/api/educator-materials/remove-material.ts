import { recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { changeable } from './manage-material.ts'
import { markMaterialRemoved } from './storage.ts'

export async function removeMaterial(ctx: Ctx, id: number): Promise<undefined> {
  const { name, educationPartId } = await changeable(ctx, id)
  await ctx.db.commit([
    markMaterialRemoved(ctx.db, id, ctx.now),
    recordAudit(ctx, 'educatorMaterial.removed', { type: 'educatorMaterial', id }, { name, educationPartId }),
  ])
}
