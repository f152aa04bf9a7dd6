import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { sendMailing } from './send.ts'

export const jobs: Record<string, JobHandler> = {
  'mailings.send': sendMailing,
}
