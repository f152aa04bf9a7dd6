import './contributions.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'

const slices = import.meta.glob<Record<string, JobHandler>>('./*/**/jobs.ts', { import: 'jobs', eager: true })

/** Job handlers by kind, collected from `jobs.ts` of each slice. */
export const jobHandlers: Record<string, JobHandler> = Object.fromEntries(
  Object.values(slices).flatMap((jobs) => Object.entries(jobs)),
)
