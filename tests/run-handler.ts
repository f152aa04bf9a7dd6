import { env } from 'cloudflare:workers'
import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { jobHandlers } from '#api/job-handlers.ts'
import { createContext } from '#edge/request-context.ts'

/** Returns the context of a job that runs at a time, by default now. */
export function contextAt(now = new Date()): Ctx<null> {
  const request = createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })
  return Object.assign(request, { now, requestId: crypto.randomUUID(), actor: null })
}

/**
 * Runs the handler of a kind of job once, without a row in the table of jobs. Returns what the handler returns.
 *
 * @throws Error when no handler has the kind.
 */
export function runHandler(kind: string, ctx: Ctx<null>, payload: object = {}): ReturnType<JobHandler> {
  const handler = jobHandlers[kind]
  if (!handler) throw new Error(`there is no handler of ${kind}`)
  // The test passes the payload of the kind; handlers that are run here read nothing of the row.
  return handler(ctx, payload as never, {} as never)
}
