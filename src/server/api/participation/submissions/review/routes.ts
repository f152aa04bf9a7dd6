import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { submissionFrom } from '../storage.ts'
import { assign } from './assign.ts'
import { submissionReview } from './contract.ts'
import { decide } from './decide.ts'
import { downloadOne, downloadSeveral } from './download.ts'
import { listEducations, listExaminers, listParts, listReviewable, readReviewPage } from './storage.ts'

export const routes = serve(submissionReview, {
  'POST /submissionAdmin': async ({ body }, ctx) => {
    const { rows, total, counts } = await readReviewPage(ctx.db, ctx.actor, body)
    return { items: rows.map((row) => submissionFrom(ctx, row)), total, counts }
  },
  'GET /submissionAdmin/educations': (_input, { db, actor }) => listEducations(db, actor),
  'GET /submissionAdmin/EducationParts': (_input, { db, actor }) => listParts(db, actor),
  'GET /submissionAdmin/SuggestedExaminers/:submissionId': async ({ params }, { db, actor }) => {
    const ids = [params.submissionId]
    const [submission] = await listReviewable(db, actor, ids)
    if (!submission) throw new Refused('not_found')
    return (await listExaminers(db, actor, ids)).map(({ submissionIds: _, ...examiner }) => examiner)
  },
  'PUT /submissionAdmin/UpdateStatus/:submissionId/:status': ({ params, body }, ctx) =>
    decide(ctx, params.submissionId, params.status, body ?? {}),
  'PUT /submissionAdmin/UpdateAssignee/:assigneeId': ({ params, body }, ctx) => assign(ctx, params.assigneeId, body),
  'POST /submissionAdmin/Download/:submissionId': ({ params, query }, ctx) =>
    downloadOne(ctx, params.submissionId, query.version),
  'POST /submissionAdmin/Download': ({ body }, ctx) => downloadSeveral(ctx, body),
})
