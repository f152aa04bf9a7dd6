import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { deliverWebhooks } from './deliver.ts'

export const jobs: Record<string, JobHandler> = { 'webhooks.deliver': deliverWebhooks }
