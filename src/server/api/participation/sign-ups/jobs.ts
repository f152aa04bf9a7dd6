import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { handler as tellParticipants } from './participants/notify-participants.ts'

export const jobs: Record<string, JobHandler> = {
  'results.tellParticipants': tellParticipants,
}
