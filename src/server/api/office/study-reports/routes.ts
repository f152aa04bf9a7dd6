import { serve } from '#api/serve.ts'
import { studyReportCalls } from './contract.ts'
import { downloadReports, findStudyOccasion, listStudyOccasions, makeReports, undoStudyReport } from './make-reports.ts'

export const routes = serve(studyReportCalls, {
  'GET /StudyReports': ({ query }, ctx) => listStudyOccasions(ctx, query),
  'GET /StudyReports/Occasions/:id': ({ params }, ctx) => findStudyOccasion(ctx, params.id),
  'POST /StudyReports': ({ body }, ctx) => makeReports(ctx, body),
  'GET /StudyReports/Files/:fileKey': ({ params }, ctx) => downloadReports(ctx, params.fileKey),
  'POST /StudyReports/:id/Undo': ({ params, body }, ctx) => undoStudyReport(ctx, params.id, body.reason),
})
