import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { handler as tellDrivers } from './notify-drivers.ts'

export const jobs: Record<string, JobHandler> = {
  'results.tellDrivers': tellDrivers,
}
