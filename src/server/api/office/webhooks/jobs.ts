import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { deliverWebhooks } from './deliver.ts'
import { resealEndpoints } from './reseal-endpoints.ts'

/** Seals signing secrets under the newest SESSION_SECRET, so that the one before can go. Repeatable. */
const reseal: JobHandler = async (ctx) => {
  await resealEndpoints(ctx)
  return undefined
}

export const jobs: Record<string, JobHandler> = {
  'webhooks.deliver': deliverWebhooks,
  'webhooks.reseal': reseal,
}
