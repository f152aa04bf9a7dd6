import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { claimToken, countTokenAttempt, insertToken, removeTokens } from '#api/people/tokens/storage.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { requireRecentAuthentication } from '../passwords/recent-authentication.ts'
import { createAppSecret, decryptSecret, encryptSecret, findCodeStep } from './authenticator-app.ts'
import { challengeMs, createChallenge } from './challenge.ts'
import type { NewApp, NewPasskey, PasskeyCreation, RecoveryCodes } from './contract.ts'
import { notifyFactorChange } from './notify.ts'
import { getRelyingParty, readNewPasskey, toDescriptor } from './passkeys.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { maxPasskeys, type SecondFactor } from './rules.ts'
import { type Factors, insertPasskey, readFactors, saveApp } from './storage.ts'
import { strengthenSession } from './strengthen-session.ts'

const portalName = async ({ db }: Ctx) => (await findConfiguration(db))?.organizationName || 'Utbildningsportalen'

const loadSelf = async (ctx: Ctx) => {
  const person = await findAddressee(ctx.db, { id: ctx.actor.id })
  if (!person) throw new Refused('session_expired')
  return person
}

/** ES256 and RS256, which all authenticators support, and EdDSA (COSE algorithm numbers). */
const algorithms = [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const }))

/**
 * Creates the WebAuthn options for a new passkey of the caller, with a challenge, and commits the challenge for five
 * minutes. Registers nothing yet. A `password` may be absent within five minutes of an authentication.
 *
 * @throws Refused('wrong_password') when the password is required and missing or wrong.
 * @throws Refused('too_many_requests') after too many wrong passwords.
 * @throws Refused('session_expired') when the caller no longer exists.
 * @throws Refused('passkeys_full') when the caller has 20 passkeys.
 */
export async function createPasskeyOptions(ctx: Ctx, password: string | undefined): Promise<PasskeyCreation> {
  const forgiven = await requireRecentAuthentication(ctx, password)
  const [person, { keys }, name] = await Promise.all([
    loadSelf(ctx),
    readFactors(ctx.db, ctx.actor.id),
    portalName(ctx),
  ])
  if (keys.length >= maxPasskeys) throw new Refused('passkeys_full')
  if (forgiven.length > 0) await ctx.db.commit(forgiven)
  // All passkeys of a person share a handle, so that a device replaces its own passkey instead of adding one.
  const userHandle = keys[0]?.userHandle ?? randomToken()
  return {
    rp: { id: getRelyingParty(ctx).id, name },
    user: { id: userHandle, name: person.userName, displayName: ctx.actor.name },
    challenge: await createChallenge(ctx, 'PasskeySetup', { userHandle }),
    pubKeyCredParams: algorithms,
    timeout: challengeMs,
    excludeCredentials: keys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

interface VerifiedFactor {
  factor: SecondFactor
  action: AuditAction
  write: Statement
}

/** Saves a verified factor and strengthens the session. Creates recovery codes for a person without any. */
async function saveFactor(
  ctx: Ctx,
  before: Factors,
  { factor, action, write }: VerifiedFactor,
  data = {},
): Promise<RecoveryCodes> {
  const { id } = ctx.actor
  const fresh = before.codesLeft === 0 ? await createRecoveryCodes(ctx, id) : null
  await ctx.db.commit([
    write,
    ...(fresh?.write ?? []),
    strengthenSession(ctx, factor),
    recordAudit(ctx, action, { type: 'user', id }, data),
    ...(await notifyFactorChange(ctx, id, 'secondFactorAdded', { context: factor })),
  ])
  return { recoveryCodes: fresh?.codes ?? null }
}

/**
 * Saves a new passkey of the caller, makes it the second factor of this session, and notifies the caller by notice and
 * mail. Writes an audit entry. Returns new recovery codes, or null for the codes when the caller has unused ones. The
 * challenge is used up also when it is refused.
 *
 * @throws Refused('passkey_refused') when the registration is wrong, or the passkey is registered already.
 * @throws Refused('passkeys_full') when the caller has 20 passkeys.
 */
export async function addPasskey(ctx: Ctx, name: string, credential: NewPasskey): Promise<RecoveryCodes> {
  const key = await readNewPasskey(ctx, credential)
  const before = await readFactors(ctx.db, ctx.actor.id)
  if (before.keys.length >= maxPasskeys) throw new Refused('passkeys_full')
  const write = insertPasskey(ctx.db, { ...key, name, userId: ctx.actor.id, createdAt: ctx.now })
  return saveFactor(ctx, before, { factor: 'passkey', action: 'passkey.added', write }, { name })
}

const minutesForApp = 15

/**
 * Starts to set up an authenticator app for the caller: returns its secret, the `otpauth` URI and a token for
 * `confirmAppSetup`, valid for 15 minutes. Replaces an earlier set-up; an app in use stays until then. A `password` may
 * be absent within five minutes of an authentication.
 *
 * @throws Refused('wrong_password') when the password is required and missing or wrong.
 * @throws Refused('too_many_requests') after too many wrong passwords.
 * @throws Refused('session_expired') when the caller no longer exists.
 */
export async function startAppSetup(ctx: Ctx, password: string | undefined): Promise<NewApp> {
  const forgiven = await requireRecentAuthentication(ctx, password)
  const [person, issuer] = await Promise.all([loadSelf(ctx), portalName(ctx)])
  const { secret, uri } = createAppSecret(issuer, person.userName)
  const setupToken = randomToken()
  await ctx.db.commit([
    ...forgiven,
    removeTokens(ctx.db, person.id, 'AppSetup', ctx.now),
    insertToken(ctx.db, {
      tokenHash: await sha256(setupToken),
      purpose: 'AppSetup',
      userId: person.id,
      data: { sessionId: ctx.actor.sessionId, secret: encryptSecret(ctx, person.id, secret) },
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + minutesForApp * 60_000),
    }),
  ])
  return { setupToken, secret, uri }
}

/**
 * Returns the refusal `wrong_code` with a text at the field of the code (`code` or `recoveryCode`), in the caller's
 * language. Does not throw it.
 */
export const buildWrongCodeRefusal = (ctx: Ctx, field: string) =>
  new Refused('wrong_code', { fields: { [field]: translator(ctx.language, 'refusals')(`wrong_code.${field}`) } })

/**
 * Confirms the caller's new authenticator app by its first code, within five attempts. Saves it in place of an earlier
 * app, makes it the second factor of this session, and notifies the caller by notice and mail, with an audit entry.
 * Returns new recovery codes, or null for the codes when the caller has unused ones.
 *
 * @throws Refused('wrong_code') when the code is wrong.
 * @throws Refused('app_setup_over') when the set-up has expired, was used, has no attempts left, or belongs to another
 * session.
 */
export async function confirmAppSetup(ctx: Ctx, setupToken: string, code: string): Promise<RecoveryCodes> {
  const { id, sessionId } = ctx.actor
  const tokenHash = await sha256(setupToken)
  const row = await countTokenAttempt(ctx.db, 'AppSetup', tokenHash, ctx.now)
  if (row?.userId !== id || row.data['sessionId'] !== sessionId) throw new Refused('app_setup_over')
  const sealed = String(row.data['secret'])
  const secret = decryptSecret(ctx, id, sealed)
  const step = secret === null ? null : findCodeStep(secret, code, ctx.now)
  if (step === null) throw buildWrongCodeRefusal(ctx, 'code')
  if (!(await claimToken(ctx.db, 'AppSetup', tokenHash, ctx.now))) throw new Refused('app_setup_over')
  const before = await readFactors(ctx.db, id)
  const write = saveApp(ctx.db, { userId: id, secret: sealed, lastStep: step, createdAt: ctx.now })
  return saveFactor(ctx, before, { factor: 'app', action: 'authenticatorApp.added', write })
}
