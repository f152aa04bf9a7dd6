import type { JobHandler } from './jobs/run.ts'

/** Every job by its kind; each slice lists its own in `jobs.ts`. */
export const jobHandlers: Record<string, JobHandler> = {}
