import { isSuperadministrator } from '#api/actor.ts'
import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { reportedActivities } from './contract.ts'
import { changeActivity, createActivity, decideActivity, reportActivity } from './report-activity.ts'
import { listActivities, listPendingReports, listReports } from './storage.ts'

export const routes = serve(reportedActivities, {
  'GET /OutsideActivities': (_input, { db, actor }) =>
    // Cached replies are built without an actor: all members get the same.
    listActivities(db, actor === null || !isSuperadministrator(actor)),
  'POST /OutsideActivities': ({ body }, ctx) => createActivity(ctx, body),
  'PUT /OutsideActivities': ({ body }, ctx) => changeActivity(ctx, body),
  'GET /user/:id/ReportedActivities': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return listReports(ctx.db, params.id)
  },
  'POST /user/:id/ReportedActivities': ({ params, body }, ctx) => reportActivity(ctx, params.id, body),
  'GET /ReportedActivities': async (_input, ctx) => {
    const reports = await listPendingReports(ctx.db)
    await recordReadsById(
      ctx,
      reports.map(({ userId }) => userId),
    )
    return reports
  },
  'PUT /ReportedActivities/:id': ({ params, body }, ctx) =>
    decideActivity(ctx, params.id, { approved: body.approved, reason: body.reason || null }),
})
