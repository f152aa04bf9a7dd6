import type { Ctx } from '../context.ts'
import type { JobHandler } from '../jobs/run.ts'
import { notify, wasNotified } from '../notices/storage.ts'
import { findByCode } from './educations/storage.ts'

/** Tells somebody that an education is completed, if the commit that asked for it did complete one. */
async function tellCompleted(ctx: Ctx<null>, { code }: { code: string }): Promise<undefined> {
  const result = await findByCode(ctx.db, code)
  if (!result) return
  const { userId, educationId, title } = result
  const path = `/print/certificate/${userId}/education/${educationId}?code=${code}`
  if (await wasNotified(ctx.db, userId, 'educationCompleted', path)) return
  await ctx.db.commit([notify(ctx, { userId, kind: 'educationCompleted', values: { title }, path })])
}

export const jobs: Record<string, JobHandler> = {
  'results.educationCompleted': tellCompleted,
}
