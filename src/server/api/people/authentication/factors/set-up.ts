import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/words.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { claimToken, insertToken, removeTokens, takeTryOf } from '#api/people/tokens/storage.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { mustHaveGivenPassword } from '../passwords/recent-password.ts'
import { newSecret, openSecret, sealSecret, stepOfCode } from './authenticator-app.ts'
import { challengeMs, newChallenge } from './challenge.ts'
import type { NewApp, NewPasskey, PasskeyCreation, RecoveryCodes } from './contract.ts'
import { descriptorOf, readNewPasskey, relyingParty } from './passkeys.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { passkeysAtMost, type SecondFactor } from './rules.ts'
import { type Factors, insertPasskey, readFactors, saveApp } from './storage.ts'
import { strengthenSession } from './strengthen-session.ts'
import { tellOfFactor } from './tell.ts'

const portalName = async ({ db }: Ctx) => (await findConfiguration(db))?.organizationName || 'Utbildningsportalen'

const me = async (ctx: Ctx) => {
  const person = await findAddressee(ctx.db, { id: ctx.actor.id })
  if (!person) throw new Refused('session_expired')
  return person
}

/** ES256 and RS256, which all authenticators can, and EdDSA (COSE algorithm numbers). */
const algorithms = [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const }))

/**
 * Begins to make a passkey.
 * @throws Refused('wrong_password'), Refused('too_many_requests'), Refused('passkeys_full')
 */
export async function passkeyCreation(ctx: Ctx, password: string | undefined): Promise<PasskeyCreation> {
  const forgiven = await mustHaveGivenPassword(ctx, password)
  const [person, { keys }, name] = await Promise.all([me(ctx), readFactors(ctx.db, ctx.actor.id), portalName(ctx)])
  if (keys.length >= passkeysAtMost) throw new Refused('passkeys_full')
  if (forgiven.length > 0) await ctx.db.commit(forgiven)
  // Of a person who has passkeys the same, so that a device replaces its own instead of keeping two.
  const userHandle = keys[0]?.userHandle ?? randomToken()
  return {
    rp: { id: relyingParty(ctx).id, name },
    user: { id: userHandle, name: person.userName, displayName: ctx.actor.name },
    challenge: await newChallenge(ctx, 'PasskeySetup', { userHandle }),
    pubKeyCredParams: algorithms,
    timeout: challengeMs,
    excludeCredentials: keys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

interface Added {
  factor: SecondFactor
  action: AuditAction
  write: Statement
}

/** Writes a factor that was just proved: with it come recovery codes for a person without any, and the session is strong. */
async function added(ctx: Ctx, before: Factors, { factor, action, write }: Added, data = {}): Promise<RecoveryCodes> {
  const { id } = ctx.actor
  const fresh = before.codesLeft === 0 ? await newRecoveryCodes(ctx, id) : null
  await ctx.db.commit([
    write,
    ...(fresh?.write ?? []),
    strengthenSession(ctx, factor),
    recordAudit(ctx, action, { type: 'user', id }, data),
    ...(await tellOfFactor(ctx, id, 'secondFactorAdded', { context: factor })),
  ])
  return { recoveryCodes: fresh?.codes ?? null }
}

/** Stores a passkey. @throws Refused('passkey_refused'), Refused('passkeys_full') */
export async function addPasskey(ctx: Ctx, name: string, given: NewPasskey): Promise<RecoveryCodes> {
  const key = await readNewPasskey(ctx, given)
  const before = await readFactors(ctx.db, ctx.actor.id)
  if (before.keys.length >= passkeysAtMost) throw new Refused('passkeys_full')
  const write = insertPasskey(ctx.db, { ...key, name, userId: ctx.actor.id, createdAt: ctx.now })
  return added(ctx, before, { factor: 'passkey', action: 'passkey.added', write }, { name })
}

const minutesForApp = 15

/** Begins to set up an app. @throws Refused('wrong_password'), Refused('too_many_requests') */
export async function beginApp(ctx: Ctx, password: string | undefined): Promise<NewApp> {
  const forgiven = await mustHaveGivenPassword(ctx, password)
  const [person, issuer] = await Promise.all([me(ctx), portalName(ctx)])
  const { secret, uri } = await newSecret(issuer, person.userName)
  const setupToken = randomToken()
  await ctx.db.commit([
    ...forgiven,
    removeTokens(ctx.db, person.id, 'AppSetup', ctx.now),
    insertToken(ctx.db, {
      tokenHash: await sha256(setupToken),
      purpose: 'AppSetup',
      userId: person.id,
      data: { sessionId: ctx.actor.sessionId, secret: sealSecret(ctx, person.id, secret) },
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + minutesForApp * 60_000),
    }),
  ])
  return { setupToken, secret, uri }
}

export const wrongCode = (ctx: Ctx, field: string) =>
  new Refused('wrong_code', { fields: { [field]: translator(ctx.language, 'refusals')(`wrong_code.${field}`) } })

/** Confirms an app by its first code, within five tries. @throws Refused('wrong_code'), Refused('app_setup_over') */
export async function confirmApp(ctx: Ctx, setupToken: string, code: string): Promise<RecoveryCodes> {
  const { id, sessionId } = ctx.actor
  const tokenHash = await sha256(setupToken)
  const row = await takeTryOf(ctx.db, 'AppSetup', tokenHash, ctx.now)
  if (row?.userId !== id || row.data['sessionId'] !== sessionId) throw new Refused('app_setup_over')
  const sealed = String(row.data['secret'])
  const secret = openSecret(ctx, id, sealed)
  const step = secret === null ? null : await stepOfCode(secret, code, ctx.now)
  if (step === null) throw wrongCode(ctx, 'code')
  if (!(await claimToken(ctx.db, 'AppSetup', tokenHash, ctx.now))) throw new Refused('app_setup_over')
  const before = await readFactors(ctx.db, id)
  const write = saveApp(ctx.db, { userId: id, secret: sealed, lastStep: step, createdAt: ctx.now })
  return added(ctx, before, { factor: 'app', action: 'authenticatorApp.added', write })
}
