import type { Tag } from '#api/calls.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { wakeQueuedJobs } from '#api/foundation/jobs/run.ts'
import { tellRunners } from '#api/index.ts'
import { purge } from './cache/kept.ts'
import { cookiesOfWrite } from './cookies.ts'

/** Who is not told finds out by asking, as without any line. */
function tellOpenRunners({ env, openRunners, after, log }: Ctx<null> | Visitor): void {
  const word = { ask: openRunners.ask.splice(0), leave: openRunners.leave.splice(0) }
  if (word.ask.length + word.leave.length === 0) return
  after(tellRunners(env, word).catch((error: unknown) => log.error('runners.untold', error)))
}

/** What follows from work that has succeeded: stale answers go, jobs wake, open runners hear. Answers the tags that were purged. */
export async function settle(ctx: Ctx<null> | Visitor): Promise<Tag[]> {
  const tags = [...new Set(ctx.changes.splice(0))].sort()
  tellOpenRunners(ctx)
  await Promise.all([purge(ctx, tags), wakeQueuedJobs(ctx)])
  return tags
}

/** Tells the browser what its write has made stale. */
export function announce(headers: Headers, ctx: Visitor, tags: readonly Tag[]): void {
  if (tags.length > 0) headers.set('changes', tags.join(' '))
  for (const cookie of cookiesOfWrite(ctx, tags)) headers.append('set-cookie', cookie)
}
