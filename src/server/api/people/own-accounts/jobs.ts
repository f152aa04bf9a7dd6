import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { removeExpiredTokens } from '#api/people/tokens/storage.ts'
import { removeOldMembershipRequests } from './membership-storage.ts'
import { type CodeRequest, sendCode } from './send-code.ts'
import { forgetSettledHashes, removeOldRequests } from './storage.ts'

/** Mails a code, or that the e-mail address has an account. A repeat mails no second code. */
async function mailCode(ctx: Ctx<null>, request: CodeRequest): Promise<undefined> {
  await sendCode({ ...ctx, language: request.language }, request)
}

/**
 * Removes old requests for accounts and memberships, identities that have expired, and hashes of settled requests.
 * Repeatable.
 */
async function removeOld(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit([
    removeOldRequests(ctx.db, ctx.now),
    forgetSettledHashes(ctx.db),
    removeOldMembershipRequests(ctx.db, ctx.now),
    removeExpiredTokens(ctx.db, 'AccountIdentity', ctx.now),
  ])
}

export const jobs: Record<string, JobHandler> = {
  'ownAccounts.code': mailCode,
  'ownAccounts.forget': removeOld,
}
