import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { handler as remind } from './reminders/remind.ts'

export const jobs: Record<string, JobHandler> = {
  'results.remind': remind,
}
