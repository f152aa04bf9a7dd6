import { sweepPackages } from '#api/catalogue/packages/sweep.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { unpackPackage } from './unpack.ts'

export const jobs = {
  'packages.sweep': sweepPackages,
  /** Runs after an upload. It reads the package's state first, and continues where the last run stopped. */
  'packages.unpack': unpackPackage,
} satisfies Record<string, JobHandler>
