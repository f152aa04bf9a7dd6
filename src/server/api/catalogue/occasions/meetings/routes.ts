import { serve } from '#api/serve.ts'
import { meetingCalls } from './contract.ts'
import { retryMeeting } from './retry-meeting.ts'
import { listConfiguredProviders } from './settings.ts'

export const routes = serve(meetingCalls, {
  'GET /Meetings': (_input, ctx) => ({ providers: listConfiguredProviders(ctx.env) }),
  'POST /EducationPartOccasions/:id/meeting/retry': ({ params }, ctx) => retryMeeting(ctx, params.id),
})
