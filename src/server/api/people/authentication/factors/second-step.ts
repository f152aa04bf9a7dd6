import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { limitAttemptsAt } from '#api/people/attempts/limit-attempts.ts'
import { forgiveFailures } from '#api/people/attempts/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import type { SignedIn } from '../contract.ts'
import { openSession } from '../open-session.ts'
import { mustKnowPassword, ownPasswordSubject } from '../passwords/known-password.ts'
import { removeSession } from '../storage.ts'
import { proveApp } from './authenticator-app.ts'
import type { PasskeyProof, StepProof } from './contract.ts'
import { type ProvenPasskey, provePasskey } from './passkeys.ts'
import { proveRecoveryCode } from './recovery-codes.ts'
import { codesAtMost, fewRecoveryCodes, type SecondFactor } from './rules.ts'
import { wrongCode } from './set-up.ts'
import { markPasskeyUsed, readFactors } from './storage.ts'
import { findOpenedBy, markVerified } from './strengthen-session.ts'
import { tellOfFactor } from './tell.ts'

/** By which ways the caller can take the step. */
export async function stepWays(ctx: Ctx) {
  const { keys, app, codesLeft } = await readFactors(ctx.db, ctx.actor.id)
  return { passkey: keys.length > 0, app: app !== null, recoveryCode: codesLeft > 0 }
}

const passkeyUse = (ctx: Visitor, { passkey, counter }: ProvenPasskey) =>
  markPasskeyUsed(ctx.db, passkey.id, counter, ctx.now)

/** Signs in by a passkey alone. @throws Refused('passkey_refused'), Refused('passkey_unknown'), Refused('user_inactive') */
export async function signInByPasskey(ctx: Visitor, proof: PasskeyProof, userAgent: string | null): Promise<SignedIn> {
  const proven = await provePasskey({ ...ctx, actor: null }, 'PasskeySignIn', proof)
  if (proven.inactiveAt) throw new Refused('user_inactive')
  const { userId } = proven.passkey
  return openSession(ctx, { userId, by: 'passkey', with: [passkeyUse(ctx, proven)], userAgent })
}

/** A passkey of the caller. @throws Refused('passkey_refused'), Refused('passkey_unknown') */
async function ownPasskey(ctx: Ctx, proof: PasskeyProof): Promise<Statement[]> {
  const proven = await provePasskey(ctx, 'PasskeyStep', proof)
  if (proven.passkey.userId !== ctx.actor.id) throw new Refused('passkey_unknown')
  return [passkeyUse(ctx, proven)]
}

/** Says again in an open session who the caller is. */
export async function verifyAgain(ctx: Ctx, proof: PasskeyProof): Promise<void> {
  await ctx.db.commit([...(await ownPasskey(ctx, proof)), markVerified(ctx)])
}

/** @throws Refused('wrong_password') and, after too many wrong ones, Refused('too_many_requests'). */
export async function verifyPassword(ctx: Ctx, password: string): Promise<void> {
  await mustKnowPassword(ctx, password)
  await ctx.db.commit([forgiveFailures(ctx.db, ownPasswordSubject(ctx.actor.id), [], ctx.now), markVerified(ctx)])
}

interface Proven {
  factor: SecondFactor
  write: Statement[]
}

const codeSubject = (userId: number) => `second-factor:${userId}`

/** Codes are few and short, so wrong ones are counted, whatever they were meant to be. */
async function mustHaveTries(ctx: Ctx): Promise<Statement[]> {
  const subject = codeSubject(ctx.actor.id)
  await limitAttemptsAt(ctx, subject, codesAtMost)
  return [forgiveFailures(ctx.db, subject, [], ctx.now)]
}

async function byApp(ctx: Ctx, code: string): Promise<Proven> {
  const forgiven = await mustHaveTries(ctx)
  const { app } = await readFactors(ctx.db, ctx.actor.id)
  if (!app || !(await proveApp(ctx, app, code))) throw wrongCode(ctx, 'code')
  return { factor: 'app', write: forgiven }
}

async function byRecoveryCode(ctx: Ctx, typed: string): Promise<Proven> {
  const { id } = ctx.actor
  const forgiven = await mustHaveTries(ctx)
  if (!(await proveRecoveryCode(ctx, id, typed))) throw wrongCode(ctx, 'recoveryCode')
  const { codesLeft } = await readFactors(ctx.db, id)
  return {
    factor: 'recovery-code',
    write: [
      ...forgiven,
      recordAudit(ctx, 'recoveryCode.used', { type: 'user', id }, { left: codesLeft }),
      ...(await tellOfFactor(ctx, id, 'recoveryCodeUsed', {
        left: String(codesLeft),
        ...(codesLeft <= fewRecoveryCodes && { context: 'few' }),
      })),
    ],
  }
}

async function prove(ctx: Ctx, proof: StepProof): Promise<Proven> {
  if ('passkey' in proof) return { factor: 'passkey', write: await ownPasskey(ctx, proof.passkey) }
  return 'code' in proof ? byApp(ctx, proof.code) : byRecoveryCode(ctx, proof.recoveryCode)
}

/**
 * Takes the second step: a new session in the place of the one that waited, so that a token from before opens nothing.
 * @throws Refused('wrong_code'), Refused('too_many_requests'), Refused('passkey_refused'), Refused('passkey_unknown')
 */
export async function takeSecondStep(ctx: Ctx, proof: StepProof, userAgent: string | null): Promise<SignedIn> {
  const { factor, write } = await prove(ctx, proof)
  return openSession(ctx, {
    userId: ctx.actor.id,
    by: await findOpenedBy(ctx),
    secondFactor: factor,
    with: [removeSession(ctx, ctx.actor), ...write],
    userAgent,
    // Another person who came in by a link is on record in the new session too.
    ...(ctx.actor.signedOnByUserId && { signedOnByUserId: ctx.actor.signedOnByUserId }),
  })
}
