import { sweep } from '#api/catalogue/packages/sweep.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { unpackSome } from './unpack.ts'

export const jobs = {
  'packages.sweep': sweep,
  /** After an upload; asks the package's state first, and goes on where the last run stopped. */
  'packages.unpack': unpackSome,
} satisfies Record<string, JobHandler>
