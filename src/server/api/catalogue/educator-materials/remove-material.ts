import type { Ctx } from '../../context.ts'
import { auditRemoval } from '../../foundation/audit/edits/audit-edit.ts'
import { snapshots } from '../../foundation/audit/edits/things.ts'
import { changeable } from './manage-material.ts'
import { markMaterialRemoved } from './storage.ts'

export async function removeMaterial(ctx: Ctx, id: number): Promise<undefined> {
  await changeable(ctx, id)
  const thing = {
    action: 'educatorMaterial.removed',
    type: 'educatorMaterial',
    of: snapshots.educatorMaterial,
  } as const
  await ctx.db.commit([auditRemoval(ctx, thing, id), markMaterialRemoved(ctx.db, id, ctx.now)])
}
