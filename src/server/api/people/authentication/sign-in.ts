import type { Visitor } from '#api/context.ts'
import { buildAttemptRefusal, findAttemptSource } from '#api/people/attempts/limit-attempts.ts'
import { accountSubject, guessLimits } from '#api/people/attempts/rules.ts'
import { attemptSignIn, countFailures, forgiveFailures } from '#api/people/attempts/storage.ts'
import { hashPassword, isCorrectPassword, isOutdatedHash } from '#api/people/authentication/passwords/password-hash.ts'
import { markPasswordHash } from '#api/people/users/sign-in-storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import type { Login, SignedIn } from './contract.ts'
import { openSession } from './open-session.ts'
import { refuseSignIn } from './rules.ts'

async function rehash(ctx: Visitor, userId: number, stored: string, password: string): Promise<Statement[]> {
  return isOutdatedHash(stored) ? [markPasswordHash(ctx.db, userId, await hashPassword(password))] : []
}

/**
 * Signs in by user name (in any case of letters) and password, opens a session as `openSession` does, and returns its
 * token. Every attempt counts as a failure until it succeeds; success forgives the account's failures, on a known
 * device only its own. Rehashes a password whose hash is outdated.
 *
 * Takes equally long for an unknown name, a wrong password and a person without a password.
 *
 * @throws Refused('wrong_credentials') in each of these cases.
 * @throws Refused('too_many_requests') after ten failures of the account or known device, or 30 of the network, within
 * a quarter of an hour.
 * @throws Refused('user_inactive') when the password is right and the person inactive.
 * @throws Refused('password_expired') when the password is right and has expired.
 */
export async function signIn(ctx: Visitor, { username, password }: Login, userAgent: string | null): Promise<SignedIn> {
  const account = accountSubject(username)
  const limits = guessLimits(findAttemptSource(ctx, username), { account, network: 'address' })
  const entry = await attemptSignIn(ctx.db, limits, username, ctx.now)
  if (!entry) throw await buildAttemptRefusal(ctx, limits)
  const { person, attemptIds } = entry
  const matches = await isCorrectPassword(person?.passwordHash ?? null, password)
  if (!person?.passwordHash || !matches) throw new Refused('wrong_credentials')
  const refusal = refuseSignIn(person, ctx.now)
  if (refusal) throw new Refused(refusal)
  // On a known device only its own failures are forgiven, so that attempts from elsewhere still count.
  const subject = limits[0]?.subject ?? account
  const forgiven = forgiveFailures(ctx.db, subject, attemptIds, ctx.now)
  // This attempt counts as a failure until it is forgiven.
  const failures = (await countFailures(ctx.db, subject, ctx.now)) - 1
  const rehashed = await rehash(ctx, person.id, person.passwordHash, password)
  return openSession(ctx, { userId: person.id, by: 'password', with: [forgiven, ...rehashed], userAgent, failures })
}
