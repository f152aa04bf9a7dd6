import { sql } from 'drizzle-orm'
import { difference } from '../audit/rules.ts'
import { recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { mustSeeAll } from '../users/within-reach.ts'
import { type OtherRequirement, type OtherRequirementInput, otherRequirements } from './contract.ts'
import { deleteResult, registerResult } from './register-result.ts'
import { findRequirement, insertRequirement, listRequirements, listResults, updateRequirement } from './storage.ts'

const newest = sql<number>`(select max(id) from other_requirements)`

async function create(ctx: Ctx, { id: _, ...input }: OtherRequirementInput): Promise<OtherRequirement> {
  const [[made]] = await ctx.db.commit([
    insertRequirement(ctx.db, { ...input, changedAt: ctx.now }),
    recordAudit(ctx, 'otherRequirement.created', { type: 'otherRequirement', id: newest }, { ...input }),
  ] as const)
  if (!made) throw new Error('the requirement was not inserted')
  return made
}

async function change(ctx: Ctx, { id, ...input }: OtherRequirementInput & { id: number }): Promise<OtherRequirement> {
  const before = await findRequirement(ctx.db, id)
  if (!before) throw new Refused('not_found')
  const [[changed]] = await ctx.db.commit([
    updateRequirement(ctx.db, id, { ...input, changedAt: ctx.now }),
    recordAudit(ctx, 'otherRequirement.changed', { type: 'otherRequirement', id }, difference(before, input)),
  ] as const)
  return changed ?? before
}

export const routes = serve(otherRequirements, {
  'GET /OtherRequirement': (_input, { db }) => listRequirements(db),
  'POST /OtherRequirement': ({ body }, ctx) => create(ctx, body),
  'PUT /OtherRequirement': ({ body }, ctx) => change(ctx, body),
  'GET /user/:id/OtherRequirementResults': async ({ params }, ctx) => {
    await mustSeeAll(ctx, params.id)
    return listResults(ctx.db, params.id)
  },
  'POST /OtherRequirement/results': ({ body }, ctx) => registerResult(ctx, body),
  'DELETE /OtherRequirement/results/:userId/:resultId': ({ params }, ctx) =>
    deleteResult(ctx, params.userId, params.resultId),
})
