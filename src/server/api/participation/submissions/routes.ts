import { receivePart } from '#api/foundation/uploads/receive-upload.ts'
import { serve } from '#api/serve.ts'
import { submissions } from './contract.ts'
import { beginHandIn, handInFile } from './hand-in.ts'
import { listStatusesInEducation, selectSubmissionsForPart, toSubmission } from './storage.ts'

export const routes = serve(submissions, {
  'GET /submission/:educationPartId': async ({ params }, ctx) =>
    (await selectSubmissionsForPart(ctx.db, ctx.actor.id, params.educationPartId)).map((row) => toSubmission(ctx, row)),

  'GET /submission/GetSubmissionStatusesByEducationPartId/:educationId': async ({ params }, { db, actor }) => {
    const rows = await listStatusesInEducation(db, actor.id, params.educationId)
    return Object.fromEntries(rows.map(({ educationPartId, status }) => [educationPartId, status]))
  },

  'POST /submission/Upload/:educationPartId': ({ params, body, file }, ctx) =>
    handInFile(ctx, params.educationPartId, { file, uploadId: body?.uploadId ?? null }),

  'POST /submission/:educationPartId/uploads': ({ params, body }, ctx) =>
    beginHandIn(ctx, params.educationPartId, body),

  'PUT /submission/uploads/:uploadId/parts/:number': ({ params, request }, ctx) =>
    receivePart(ctx, params.uploadId, params.number, request?.body ?? null),
})
