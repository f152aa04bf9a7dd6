import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toSubmission } from '../storage.ts'
import { assignMatching, assignSubmissions } from './assign-submissions.ts'
import { submissionReview } from './contract.ts'
import { decideSubmission } from './decide-submission.ts'
import { downloadArchive, downloadFile } from './download.ts'
import { exportSubmissions } from './export-submissions.ts'
import { listExaminers, listReviewable, listReviewedEducations, listReviewedParts, readReviewPage } from './storage.ts'

export const routes = serve(submissionReview, {
  'POST /submissionAdmin': async ({ body }, ctx) => {
    const { rows, total, counts } = await readReviewPage(ctx.db, ctx.actor, body)
    await recordReadsOfListById(
      ctx,
      rows.flatMap(({ submission: { userId, assigneeId } }) => [userId, assigneeId]),
    )
    return { items: rows.map((row) => toSubmission(ctx, row)), total, counts }
  },
  'POST /submissionAdmin/export': ({ body: { kind, ...query } }, ctx) => exportSubmissions(ctx, query, kind),
  'GET /submissionAdmin/educations': (_input, { db, actor }) => listReviewedEducations(db, actor),
  'GET /submissionAdmin/EducationParts': (_input, { db, actor }) => listReviewedParts(db, actor),
  'GET /submissionAdmin/SuggestedExaminers/:submissionId': async ({ params }, { db, actor }) => {
    const ids = [params.submissionId]
    const [submission] = await listReviewable(db, actor, ids)
    if (!submission) throw new Refused('not_found')
    return (await listExaminers(db, actor, ids)).map(({ submissionIds: _, ...examiner }) => examiner)
  },
  'PUT /submissionAdmin/UpdateStatus/:submissionId/:status': ({ params, body }, ctx) =>
    decideSubmission(ctx, params.submissionId, params.status, body ?? {}),
  'PUT /submissionAdmin/UpdateAssignee/:assigneeId': ({ params, body }, ctx) =>
    assignSubmissions(ctx, params.assigneeId, body),
  'PUT /submissionAdmin/AssignMatching/:assigneeId': ({ params, body }, ctx) =>
    assignMatching(ctx, params.assigneeId, body),
  'POST /submissionAdmin/Download/:submissionId': ({ params, query }, ctx) =>
    downloadFile(ctx, params.submissionId, query.version),
  'POST /submissionAdmin/Download': ({ body }, ctx) => downloadArchive(ctx, body),
})
