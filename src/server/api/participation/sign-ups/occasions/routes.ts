import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { reopenEducations } from '#api/participation/results/reopen-education.ts'
import { groupByOrganization, isOrganizedResult, listReadableResults } from '#api/participation/results/storage.ts'
import { removeResult } from '#api/participation/results/write-storage.ts'
import { requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { loadSignUp } from '../load-sign-up.ts'
import { listResultsToChange } from '../storage.ts'
import { writeResults } from '../write-results.ts'
import { occasionResults } from './contract.ts'

const onOccasions = sql`education_part_results.occasion_id is not null`

/**
 * Deletes the result for an organiser, and records the row in the audit log; cancels it by the rules for anybody else.
 */
async function removeFromOccasion(ctx: Ctx, occasionId: number, userId: number, resultId: number): Promise<undefined> {
  const [row] = await listResultsToChange(ctx, [resultId], isOrganizedResult(ctx.actor))
  if (row?.result.userId !== userId || row.result.occasionId !== occasionId) throw new Refused('not_found')
  if (!row.byOrganizer || userId === ctx.actor.id) {
    await writeResults(ctx, [{ resultId, userId, canceled: true }])
    return
  }
  const { id, ...removed } = row.result
  await ctx.db.commit([
    removeResult(ctx, id),
    recordAudit(ctx, 'result.removed', { type: 'result', id }, removed),
    ...reopenEducations(ctx, row.result),
  ])
}

export const routes = serve(occasionResults, {
  'GET /EducationPartOccasions/results': ({ query }, { db, actor }) =>
    listReadableResults(db, actor, { occasionIds: query.ids }),

  'GET /EducationPartOccasions/:id/results/:userId': async ({ params: { id, userId } }, ctx) => {
    await requirePersonAccess(ctx, userId)
    return listReadableResults(ctx.db, ctx.actor, { occasionIds: [id], userId })
  },

  'GET /EducationPartOccasions/:id/resultsByOrganization': async ({ params, query }, { db, actor }) =>
    groupByOrganization(db, await listReadableResults(db, actor, { occasionIds: [params.id] }), query.orgIds),

  'PUT /EducationPartOccasions/results': ({ body }, ctx) => {
    const fields = Object.fromEntries(
      body.flatMap(({ resultId, occasionId }, index) => (resultId || occasionId ? [] : [[`${index}.occasionId`, '?']])),
    )
    if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
    return writeResults(ctx, body)
  },

  'DELETE /EducationPartOccasions/:id/results/:userId/:resultId': ({ params }, ctx) =>
    removeFromOccasion(ctx, params.id, params.userId, params.resultId),

  'GET /EducationPartOccasions/GetUncompletedPrerequisitesForOccasion/:id/:userId': async ({ params }, ctx) => {
    const target = { userId: params.userId, occasionId: params.id, educationPartId: null, educationId: null }
    return (await loadSignUp(ctx, target)).missing
  },

  'GET /Occasions/Results': ({ query }, { db, actor }) => {
    const filter = { userId: actor.id, ...(query.ids.length > 0 ? { occasionIds: query.ids } : {}) }
    return listReadableResults(db, actor, filter, onOccasions)
  },
})
