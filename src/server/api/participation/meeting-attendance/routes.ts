import { serve } from '#api/serve.ts'
import { meetingAttendanceCalls } from './contract.ts'
import { readAttendance, refreshAttendance } from './read-attendance.ts'

export const routes = serve(meetingAttendanceCalls, {
  'GET /EducationPartOccasions/:id/meeting/attendance': ({ params }, ctx) => readAttendance(ctx, params.id),
  'POST /EducationPartOccasions/:id/meeting/attendance': ({ params }, ctx) => refreshAttendance(ctx, params.id),
})
