import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { fileRetentionDays, reportFilesPrefix } from './rules.ts'
import { writeReportFile as write } from './write-file.ts'

const filesPerRun = 500

/** Deletes report files older than a week. Idempotent. */
async function sweep(ctx: Ctx<null>, { cursor }: { cursor?: string }): Promise<JobContinuation | undefined> {
  const page = await ctx.files.list({ prefix: reportFilesPrefix, limit: filesPerRun, ...(cursor && { cursor }) })
  const before = subDays(ctx.now, fileRetentionDays)
  const oldKeys = page.objects.filter(({ uploaded }) => uploaded < before).map(({ key }) => key)
  if (oldKeys.length > 0) await ctx.files.delete(oldKeys)
  return page.truncated ? { rest: { cursor: page.cursor } } : undefined
}

export const jobs: Record<string, JobHandler> = {
  'reports.sweep': sweep,
  'reports.write': write,
}
