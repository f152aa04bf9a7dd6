import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { runDaily, runSignUps } from './run-rules.ts'

export const jobs: Record<string, JobHandler> = {
  'mailingRules.daily': runDaily,
  'mailingRules.signUps': runSignUps,
}
