import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { type OtherRequirement, type OtherRequirementInput, otherRequirements } from './contract.ts'
import { deleteRequirementResult, registerRequirementResult } from './register-result.ts'
import { otherRequirementSnapshot } from './snapshot.ts'
import { findRequirement, insertRequirement, listRequirements, listResults, updateRequirement } from './storage.ts'

async function create(ctx: Ctx, { id: _, ...input }: OtherRequirementInput): Promise<OtherRequirement> {
  const [[inserted]] = await ctx.db.commit([
    insertRequirement(ctx.db, { ...input, changedAt: ctx.now }),
    auditCreation(ctx, {
      action: 'otherRequirement.created',
      type: 'otherRequirement',
      of: otherRequirementSnapshot,
    }),
  ] as const)
  if (!inserted) throw new Error('the requirement was not inserted')
  return inserted
}

async function change(ctx: Ctx, { id, ...input }: OtherRequirementInput & { id: number }): Promise<OtherRequirement> {
  const before = await findRequirement(ctx.db, id)
  if (!before) throw new Refused('not_found')
  const target = { type: 'otherRequirement', id } as const
  const audit = auditEdit(ctx, { action: 'otherRequirement.changed', target, of: otherRequirementSnapshot(id) })
  const [, [updated]] = await ctx.db.commit([
    audit.before,
    updateRequirement(ctx.db, id, { ...input, changedAt: ctx.now }),
    ...audit.after,
  ] as const)
  return updated ?? before
}

export const routes = serve(otherRequirements, {
  'GET /OtherRequirement': (_input, { db }) => listRequirements(db),
  'POST /OtherRequirement': ({ body }, ctx) => create(ctx, body),
  'PUT /OtherRequirement': ({ body }, ctx) => change(ctx, body),
  'GET /user/:id/OtherRequirementResults': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return listResults(ctx.db, params.id)
  },
  'POST /OtherRequirement/results': ({ body }, ctx) => registerRequirementResult(ctx, body),
  'DELETE /OtherRequirement/results/:userId/:resultId': ({ params }, ctx) =>
    deleteRequirementResult(ctx, params.userId, params.resultId),
})
