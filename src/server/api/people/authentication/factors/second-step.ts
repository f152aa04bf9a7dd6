import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { limitSubjectAttempts } from '#api/people/attempts/limit-attempts.ts'
import { forgiveFailures } from '#api/people/attempts/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import type { SignedIn } from '../contract.ts'
import { openSession } from '../open-session.ts'
import { checkOwnPassword, ownPasswordSubject } from '../passwords/check-own-password.ts'
import { removeSession } from '../storage.ts'
import { checkAppCode } from './authenticator-app.ts'
import type { PasskeyProof, StepProof } from './contract.ts'
import { notifyFactorChange } from './notify.ts'
import { type VerifiedPasskey, verifyPasskey } from './passkeys.ts'
import { checkRecoveryCode } from './recovery-codes.ts'
import { fewRecoveryCodes, maxWrongCodes, type SecondFactor } from './rules.ts'
import { buildWrongCodeRefusal } from './set-up.ts'
import { markPasskeyUsed, readFactors } from './storage.ts'
import { findSessionMethod, markReauthenticated } from './strengthen-session.ts'

/**
 * Returns, for each kind of proof (passkey, app, recovery code), whether the caller has one to complete the second step
 * of signing in.
 */
export async function listStepMethods(ctx: Ctx) {
  const { keys, app, codesLeft } = await readFactors(ctx.db, ctx.actor.id)
  return { passkey: keys.length > 0, app: app !== null, recoveryCode: codesLeft > 0 }
}

const recordPasskeyUse = (ctx: Visitor, { passkey, counter }: VerifiedPasskey) =>
  markPasskeyUsed(ctx.db, passkey.id, counter, ctx.now)

/**
 * Signs in by a passkey alone, which counts as two factors: opens a session, stores the use of the passkey, and returns
 * the token. The other effects are those of `openSession`.
 *
 * @throws Refused('passkey_refused') when the proof is wrong, its challenge is not valid, or its counter does not
 * increase.
 * @throws Refused('passkey_unknown') when the portal has no such passkey.
 * @throws Refused('user_inactive') when its person is inactive.
 */
export async function signInByPasskey(ctx: Visitor, proof: PasskeyProof, userAgent: string | null): Promise<SignedIn> {
  const proven = await verifyPasskey({ ...ctx, actor: null }, 'PasskeySignIn', proof)
  if (proven.inactiveAt) throw new Refused('user_inactive')
  const { userId } = proven.passkey
  return openSession(ctx, { userId, by: 'passkey', with: [recordPasskeyUse(ctx, proven)], userAgent })
}

/**
 * Verifies a passkey of the caller.
 * @throws Refused('passkey_refused') when the proof is wrong.
 * @throws Refused('passkey_unknown') when it is not the caller's.
 */
async function verifyOwnPasskey(ctx: Ctx, proof: PasskeyProof): Promise<Statement[]> {
  const proven = await verifyPasskey(ctx, 'PasskeyStep', proof)
  if (proven.passkey.userId !== ctx.actor.id) throw new Refused('passkey_unknown')
  return [recordPasskeyUse(ctx, proven)]
}

/**
 * Authenticates the caller again by an own passkey in an open session, so that no password is required for five
 * minutes. Uses up the challenge and stores the use of the passkey.
 *
 * @throws Refused('passkey_refused') when the proof is wrong, its challenge is not valid, or its counter does not
 * increase.
 * @throws Refused('passkey_unknown') when it is not the caller's.
 */
export async function reauthenticateByPasskey(ctx: Ctx, proof: PasskeyProof): Promise<void> {
  await ctx.db.commit([...(await verifyOwnPasskey(ctx, proof)), markReauthenticated(ctx)])
}

/**
 * Authenticates the caller again by the password in an open session, so that it is not required again for five minutes.
 * Earlier wrong passwords are forgiven.
 *
 * @throws Refused('wrong_password') when it is missing or wrong.
 * @throws Refused('too_many_requests') after too many wrong passwords.
 * @throws Refused('session_expired') when the caller no longer exists.
 */
export async function reauthenticateByPassword(ctx: Ctx, password: string): Promise<void> {
  await checkOwnPassword(ctx, password)
  await ctx.db.commit([
    forgiveFailures(ctx.db, ownPasswordSubject(ctx.actor.id), [], ctx.now),
    markReauthenticated(ctx),
  ])
}

interface VerifiedFactor {
  factor: SecondFactor
  write: Statement[]
}

const codeSubject = (userId: number) => `second-factor:${userId}`

/** Counts an attempt before its code is checked, because codes are short. Returns the statement that forgives it. */
async function countAttempt(ctx: Ctx): Promise<Statement[]> {
  const subject = codeSubject(ctx.actor.id)
  await limitSubjectAttempts(ctx, subject, maxWrongCodes)
  return [forgiveFailures(ctx.db, subject, [], ctx.now)]
}

async function verifyApp(ctx: Ctx, code: string): Promise<VerifiedFactor> {
  const forgiven = await countAttempt(ctx)
  const { app } = await readFactors(ctx.db, ctx.actor.id)
  if (!app || !(await checkAppCode(ctx, app, code))) throw buildWrongCodeRefusal(ctx, 'code')
  return { factor: 'app', write: forgiven }
}

async function verifyRecoveryCode(ctx: Ctx, typed: string): Promise<VerifiedFactor> {
  const { id } = ctx.actor
  const forgiven = await countAttempt(ctx)
  if (!(await checkRecoveryCode(ctx, id, typed))) throw buildWrongCodeRefusal(ctx, 'recoveryCode')
  const { codesLeft } = await readFactors(ctx.db, id)
  return {
    factor: 'recovery-code',
    write: [
      ...forgiven,
      recordAudit(ctx, 'recoveryCode.used', { type: 'user', id }, { left: codesLeft }),
      ...(await notifyFactorChange(ctx, id, 'recoveryCodeUsed', {
        left: String(codesLeft),
        ...(codesLeft <= fewRecoveryCodes && { context: 'few' }),
      })),
    ],
  }
}

async function verify(ctx: Ctx, proof: StepProof): Promise<VerifiedFactor> {
  if ('passkey' in proof) return { factor: 'passkey', write: await verifyOwnPasskey(ctx, proof.passkey) }
  return 'code' in proof ? verifyApp(ctx, proof.code) : verifyRecoveryCode(ctx, proof.recoveryCode)
}

/**
 * Completes the second step of signing in by a passkey, a code of the app or a recovery code. Opens a new session as
 * `openSession` does, returns its token, and removes the one that waited, whose token is then no longer valid. A used
 * recovery code is recorded, and the person is notified.
 *
 * @throws Refused('wrong_code') when the code is wrong or used.
 * @throws Refused('too_many_requests') after five wrong codes within a quarter of an hour.
 * @throws Refused('passkey_refused') when the proof of the passkey is wrong, its challenge is not valid, or its counter
 * does not increase.
 * @throws Refused('passkey_unknown') when the passkey is not the caller's.
 */
export async function completeSecondStep(ctx: Ctx, proof: StepProof, userAgent: string | null): Promise<SignedIn> {
  const { factor, write } = await verify(ctx, proof)
  return openSession(ctx, {
    userId: ctx.actor.id,
    by: await findSessionMethod(ctx),
    secondFactor: factor,
    with: [removeSession(ctx, ctx.actor), ...write],
    userAgent,
    // The new session also records the superadministrator of a sign-on link.
    ...(ctx.actor.signedOnByUserId && { signedOnByUserId: ctx.actor.signedOnByUserId }),
  })
}
