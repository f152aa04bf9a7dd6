import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { sendDueReports } from './send-due.ts'

export const jobs: Record<string, JobHandler> = {
  'reportSchedules.send': sendDueReports,
}
