import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { groupByOrganization } from '#api/participation/results/by-organization.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { groupNotifications } from '#api/participation/results/group-notifications.ts'
import { listReadableResults } from '#api/participation/results/readable-results.ts'
import { reopenEducations } from '#api/participation/results/reopen-education.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import { removeResult } from '#api/participation/results/write-storage.ts'
import { requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import type { Statement } from '#platform/database.ts'
import { listResultsToChange } from '../changeable-storage.ts'
import { loadSignUp } from '../load-sign-up.ts'
import { moveOwnSignUp } from '../move-own-sign-up.ts'
import { createDecisionNotifications } from '../result-notifications.ts'
import type { ResultToChange } from '../result-to-change.ts'
import { writeResults } from '../write-results.ts'
import { occasionResults } from './contract.ts'

const onOccasions = sql`education_part_results.occasion_id is not null`

/**
 * Returns the statements that notify a person, and a child's guardians, that an organiser has removed the sign-up. None
 * when it was cancelled before, or is completed.
 */
function notifyRemoved(ctx: Ctx, row: ResultToChange): Statement[] {
  const { canceled, completed, signedUpAt } = row.result
  if (canceled || completed) return []
  const kind = signedUpAt === null ? 'signUpRefused' : 'signUpCanceled'
  return groupNotifications(ctx, createDecisionNotifications(row, kind))
}

/**
 * Deletes the result for an organiser, with an audit entry of the row and notifications as of a cancellation; cancels
 * it by the rules for anybody else.
 *
 * @throws Refused('not_found') when it is not on the occasion, or another organiser has removed it.
 */
async function removeFromOccasion(ctx: Ctx, occasionId: number, userId: number, resultId: number): Promise<undefined> {
  const [row] = await listResultsToChange(ctx, [resultId], isOrganizedResult(ctx.actor))
  if (row?.result.userId !== userId || row.result.occasionId !== occasionId) throw new Refused('not_found')
  if (!row.isByOrganizer || userId === ctx.actor.id) {
    await writeResults(ctx, [{ resultId, userId, canceled: true }])
    return
  }
  const { id, ...removed } = row.result
  // Has no id once another organiser has removed the row, which refuses the commit as `not_found`.
  const storedId = sql`(select id from education_part_results where id = ${id})`
  await commitOrRefuse(ctx, [
    recordAudit(ctx, 'result.removed', { type: 'result', id: storedId }, removed),
    removeResult(ctx, id),
    ...reopenEducations(ctx, row.result),
    ...notifyRemoved(ctx, row),
  ])
}

export const routes = serve(occasionResults, {
  'GET /EducationPartOccasions/results': ({ query }, ctx) => listReadableResults(ctx, { occasionIds: query.ids }),

  'GET /EducationPartOccasions/:id/results/:userId': async ({ params: { id, userId } }, ctx) => {
    await requirePersonAccess(ctx, userId)
    return listReadableResults(ctx, { occasionIds: [id], userId })
  },

  'GET /EducationPartOccasions/:id/resultsByOrganization': async ({ params, query }, ctx) =>
    groupByOrganization(ctx.db, await listReadableResults(ctx, { occasionIds: [params.id] }), query.orgIds),

  'PUT /EducationPartOccasions/results': ({ body }, ctx) => {
    const fields = Object.fromEntries(
      body.flatMap(({ resultId, occasionId }, index) => (resultId || occasionId ? [] : [[`${index}.occasionId`, '?']])),
    )
    if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
    return writeResults(ctx, body)
  },

  'DELETE /EducationPartOccasions/:id/results/:userId/:resultId': ({ params }, ctx) =>
    removeFromOccasion(ctx, params.id, params.userId, params.resultId),

  'PUT /EducationPartOccasions/:id/results/:userId/:resultId/move': ({ params, body }, ctx) =>
    moveOwnSignUp(ctx, { ...params, from: params.id, to: body.occasionId }),

  'GET /EducationPartOccasions/GetUncompletedPrerequisitesForOccasion/:id/:userId': async ({ params }, ctx) => {
    const target = { userId: params.userId, occasionId: params.id, educationPartId: null, educationId: null }
    return (await loadSignUp(ctx, target)).missing
  },

  'GET /Occasions/Results': ({ query }, ctx) => {
    const filter = { userId: ctx.actor.id, ...(query.ids.length > 0 ? { occasionIds: query.ids } : {}) }
    return listReadableResults(ctx, filter, onOccasions)
  },
})
