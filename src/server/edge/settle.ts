import type { Tag } from '#api/calls.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { wakeQueuedJobs } from '#api/jobs/run.ts'
import { purge } from './cache/kept.ts'
import { cookiesOfWrite } from './cookies.ts'

/** What follows from work that has succeeded: stale answers go, jobs wake. Answers the tags that were purged. */
export async function settle(ctx: Ctx<null> | Visitor): Promise<Tag[]> {
  const tags = [...new Set(ctx.changes.splice(0))].sort()
  await Promise.all([purge(ctx, tags), wakeQueuedJobs(ctx)])
  return tags
}

/** Tells the browser what its write has made stale. */
export function announce(headers: Headers, ctx: Visitor, tags: readonly Tag[]): void {
  if (tags.length > 0) headers.set('changes', tags.join(' '))
  for (const cookie of cookiesOfWrite(ctx, tags)) headers.append('set-cookie', cookie)
}
