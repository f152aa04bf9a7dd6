import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { fileDaysKept, reportFiles } from './rules.ts'
import { handler as write } from './write-file.ts'

const filesPerRun = 500

/** Files that have been there for a week. Run again it finds none. */
async function sweep(ctx: Ctx<null>, { cursor }: { cursor?: string }): Promise<Rest | undefined> {
  const listed = await ctx.files.list({ prefix: reportFiles, limit: filesPerRun, ...(cursor && { cursor }) })
  const before = subDays(ctx.now, fileDaysKept)
  const old = listed.objects.filter(({ uploaded }) => uploaded < before).map(({ key }) => key)
  if (old.length > 0) await ctx.files.delete(old)
  return listed.truncated ? { rest: { cursor: listed.cursor } } : undefined
}

export const jobs: Record<string, JobHandler> = {
  'reports.sweep': sweep,
  'reports.write': write,
}
