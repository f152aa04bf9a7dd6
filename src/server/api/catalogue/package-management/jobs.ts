import type { JobHandler } from '../../foundation/jobs/run.ts'
import { sweep } from '../packages/sweep.ts'
import { unpackSome } from './unpack.ts'

export const jobs = {
  'packages.sweep': sweep,
  /** After an upload; asks the package's state first, and goes on where the last run stopped. */
  'packages.unpack': unpackSome,
} satisfies Record<string, JobHandler>
