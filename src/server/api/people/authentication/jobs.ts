import { subDays } from 'date-fns'
import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { removeUnsentSecrets } from '#api/foundation/mails/storage.ts'
import { resealApps } from './factors/reseal-apps.ts'
import { sendReset } from './passwords/reset-password.ts'
import { removeExpiredRows } from './storage.ts'

interface ResetRequest {
  userName: string
  language: Language
}

/** Sends a password reset. A repeat sends another code and invalidates the previous one. */
async function reset(ctx: Ctx<null>, { userName, language }: ResetRequest): Promise<undefined> {
  await sendReset({ ...ctx, language }, userName)
}

/** Days after which an unsent mail with a code, a link or a password is deleted. */
const maxDaysUnsent = 30

/**
 * Deletes ended sessions, expired links and codes, attempts that no limit counts, and the secrets of unsent mails.
 * Repeatable.
 */
async function removeExpired(ctx: Ctx<null>): Promise<JobContinuation | undefined> {
  await ctx.db.commit([removeUnsentSecrets(ctx.db, subDays(ctx.now, maxDaysUnsent))])
  return (await removeExpiredRows(ctx.db, ctx.now)) ? { rest: {} } : undefined
}

/** Seals secrets of authenticator apps under the newest SESSION_SECRET, so that the one before can go. Repeatable. */
async function reseal(ctx: Ctx<null>, { after = 0 }: { after?: number }): Promise<JobContinuation | undefined> {
  const last = await resealApps(ctx, after)
  return last === null ? undefined : { rest: { after: last } }
}

export const jobs: Record<string, JobHandler> = {
  'authentication.forget': removeExpired,
  'authentication.reseal': reseal,
  'authentication.reset': reset,
}
