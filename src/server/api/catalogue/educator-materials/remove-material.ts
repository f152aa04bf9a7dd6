import type { Ctx } from '#api/context.ts'
import { auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { getManagedMaterial } from './manage-material.ts'
import { educatorMaterialSnapshot } from './snapshot.ts'
import { markMaterialRemoved } from './storage.ts'

/**
 * Removes educator material, with an audit entry; completions of it stay stored.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getManagedMaterial` does.
 */
export async function removeMaterial(ctx: Ctx, id: number): Promise<undefined> {
  await getManagedMaterial(ctx, id)
  const edit = {
    action: 'educatorMaterial.removed',
    type: 'educatorMaterial',
    of: educatorMaterialSnapshot,
  } as const
  await ctx.db.commit([auditRemoval(ctx, edit, id), markMaterialRemoved(ctx.db, id, ctx.now)])
}
