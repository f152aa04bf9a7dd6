import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { educationWatches } from './contract.ts'
import { insertWatch, isPublished, isWatching, removeWatch } from './storage.ts'

/**
 * Sets or removes the caller's watch, with an audit entry also when nothing changes. A watch on an education that is no
 * longer published can be removed.
 * @throws Refused('not_found') when a watch is set on an education that is not published.
 */
async function setWatch(ctx: Ctx, educationId: number, watching: boolean): Promise<{ watching: boolean }> {
  if (watching && !(await isPublished(ctx.db, educationId))) throw new Refused('not_found')
  await ctx.db.commit([
    watching ? insertWatch(ctx, educationId) : removeWatch(ctx, educationId),
    recordAudit(ctx, watching ? 'educationWatch.set' : 'educationWatch.removed', {
      type: 'education',
      id: educationId,
    }),
  ])
  return { watching }
}

export const routes = serve(educationWatches, {
  'GET /Educations/:id/watch': async ({ params }, ctx) => ({ watching: await isWatching(ctx, params.id) }),
  'PUT /Educations/:id/watch': ({ params, body }, ctx) => setWatch(ctx, params.id, body.watching),
})
