import { jobs as authentication } from './authentication/jobs.ts'
import type { JobHandler } from './jobs/run.ts'
import { jobs as mails } from './mails/jobs.ts'
import { jobs as packages } from './packages/jobs.ts'
import { jobs as results } from './results/jobs.ts'

/** Every job by its kind; each slice lists its own in `jobs.ts`. */
export const jobHandlers: Record<string, JobHandler> = {
  // One slice a line.
  ...authentication,
  ...mails,
  ...packages,
  ...results,
}
