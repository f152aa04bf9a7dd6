import { sweep } from '#api/catalogue/packages/sweep.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { unpackSome } from './unpack.ts'

export const jobs = {
  'packages.sweep': sweep,
  /** Runs after an upload. It reads the package's state first, and continues where the last run stopped. */
  'packages.unpack': unpackSome,
} satisfies Record<string, JobHandler>
