import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { meetingJob, syncMeetings } from './sync-meetings.ts'

export const jobs: Record<string, JobHandler> = {
  [meetingJob.kind]: syncMeetings,
}
