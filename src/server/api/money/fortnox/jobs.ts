import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { renewConnection } from './access-token.ts'
import { readFortnoxSettings } from './rules.ts'
import { sendWaiting } from './send-waiting.ts'

/** Replaces tokens that are old or sealed under an earlier SESSION_SECRET. Repeatable. */
const renew: JobHandler = async (ctx) => {
  const settings = readFortnoxSettings(ctx.env)
  if (settings) await renewConnection(ctx, settings)
  return undefined
}

export const jobs: Record<string, JobHandler> = {
  'fortnox.renew': renew,
  'fortnox.send': sendWaiting,
}
