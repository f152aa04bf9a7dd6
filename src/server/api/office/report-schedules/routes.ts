import { serve } from '#api/serve.ts'
import { findReportPath, listChoices } from './choices.ts'
import { reportScheduleCalls } from './contract.ts'
import { listSchedules } from './storage.ts'
import { createSchedule, leaveSchedule, pauseSchedule, removeSchedule, resumeSchedule } from './write-schedule.ts'

export const routes = serve(reportScheduleCalls, {
  'GET /ReportSchedules': (_input, { db, actor }) => listSchedules(db, actor),
  'GET /ReportSchedules/choices': (_input, ctx) => listChoices(ctx),
  'GET /ReportSchedules/:id/target': ({ params }, ctx) => findReportPath(ctx, params.id),
  'POST /ReportSchedules': ({ body }, ctx) => createSchedule(ctx, body),
  'PUT /ReportSchedules/:id/pause': ({ params }, ctx) => pauseSchedule(ctx, params.id),
  'PUT /ReportSchedules/:id/resume': ({ params }, ctx) => resumeSchedule(ctx, params.id),
  'PUT /ReportSchedules/:id/leave': ({ params }, ctx) => leaveSchedule(ctx, params.id),
  'DELETE /ReportSchedules/:id': ({ params }, ctx) => removeSchedule(ctx, params.id),
})
