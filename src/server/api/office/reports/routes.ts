import { serve } from '#api/serve.ts'
import { reports } from './contract.ts'
import { downloadReportFile, listReportFiles, startReportFile } from './own-files.ts'
import { downloadCourseAnswers, downloadParticipants, downloadReport } from './write-report.ts'

export const routes = serve(reports, {
  'GET /reports/exportParticipants/:id': ({ params, query }, ctx) =>
    downloadParticipants(ctx, { id: params.id, kind: query.type === '2' ? 'exam' : 'occasion' }),
  'GET /reports/SignedUpAndCompleted': ({ query }, ctx) => downloadReport(ctx, 'SignedUpAndCompleted', query),
  'GET /reports/Summary': ({ query }, ctx) => downloadReport(ctx, 'Summary', query),
  'GET /reports/EducationHours': ({ query }, ctx) => downloadReport(ctx, 'EducationHours', query),
  'GET /reports/ManualInvoicing': ({ query }, ctx) => downloadReport(ctx, 'ManualInvoicing', query),
  'GET /reports/CourseAnswers/:id': ({ params }, ctx) => downloadCourseAnswers(ctx, params.id),
  'POST /reports/files': ({ body }, ctx) => startReportFile(ctx, body),
  'GET /reports/files': (_input, ctx) => listReportFiles(ctx),
  'GET /reports/files/:id': ({ params }, ctx) => downloadReportFile(ctx, params.id),
})
