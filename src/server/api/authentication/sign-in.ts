import type { Statement } from '#platform/database.ts'
import { hashOf, isOutdated, isPasswordOf } from '#platform/password-hash.ts'
import type { Visitor } from '../context.ts'
import { Refused } from '../refusals.ts'
import { markPasswordHash } from '../users/storage.ts'
import type { Login, SignedIn } from './contract.ts'
import { openSession } from './open-session.ts'
import { refuseEntry } from './rules.ts'
import { attemptEntry, forgiveFailures } from './storage.ts'

/** Without an edge in front, all visitors seem to come from the machine itself: one could lock out everybody. */
const tellsNobodyApart = ['unknown', '127.0.0.1', '::1']

export const accountSubject = (userName: string) => `account:${userName.toLowerCase()}`

/** What counts against the caller's address, where it tells callers apart. */
export const addressSubjects = (ctx: Visitor, kind: string) =>
  tellsNobodyApart.includes(ctx.address) ? [] : [`${kind}:${ctx.address}`]

async function freshHash(ctx: Visitor, userId: number, stored: string, password: string): Promise<Statement[]> {
  return isOutdated(stored) ? [markPasswordHash(ctx.db, userId, await hashOf(password))] : []
}

/** An unknown name, a wrong password and a person without one are told alike and take equally long. */
export async function signIn(ctx: Visitor, { username, password }: Login, userAgent: string | null): Promise<SignedIn> {
  const account = accountSubject(username)
  const entry = await attemptEntry(ctx.db, [account, ...addressSubjects(ctx, 'address')], username, ctx.now)
  if (!entry) throw new Refused('too_many_requests')
  const { person, attemptIds } = entry
  const matches = await isPasswordOf(person?.passwordHash ?? null, password)
  if (!person?.passwordHash || !matches) throw new Refused('wrong_credentials')
  const refusal = refuseEntry(person, ctx.now)
  if (refusal) throw new Refused(refusal)
  const forgiven = forgiveFailures(ctx.db, account, attemptIds, ctx.now)
  const rehashed = await freshHash(ctx, person.id, person.passwordHash, password)
  return openSession(ctx, { userId: person.id, by: 'password', with: [forgiven, ...rehashed], userAgent })
}
