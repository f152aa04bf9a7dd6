import type { Ctx } from '#api/context.ts'
import type { JobHandler, JobResult } from '#api/foundation/jobs/run.ts'
import { countFiles, measureKind } from './storage.ts'

/** Counts the stored files and their bytes, which reads whole tables. */
const measure = async ({ db }: Ctx<null>): Promise<JobResult> => ({ result: await countFiles(db) })

export const jobs: Record<string, JobHandler> = { [measureKind]: measure }
