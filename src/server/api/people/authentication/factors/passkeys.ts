import type { Ctx, Visitor } from '#api/context.ts'
import { limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { Refused } from '#api/refusals.ts'
import { challengeMs, claimChallenge, createChallenge, type PasskeyPurpose } from './challenge.ts'
import { type NewPasskey, type PasskeyProof, type PasskeyRequest, Transport } from './contract.ts'
import { findPasskey, readFactors, type StoredPasskey } from './storage.ts'

/** Loads the library at the first use, because it is half of the Worker's size and few calls need it. */
const webauthn = () => import('@simplewebauthn/server')

/**
 * Returns the relying party of passkeys: the portal's origin and, as `id`, its host name. It depends on the configured
 * origin of the portal, not on the request.
 */
export function getRelyingParty({ env }: Visitor) {
  const { origin, hostname } = new URL(env.PORTAL_ORIGIN)
  return { origin, id: hostname }
}

/**
 * Converts a stored passkey to a WebAuthn credential descriptor, by which a browser finds it. Without known transports
 * it names none.
 */
export const toDescriptor = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  type: 'public-key' as const,
  ...(transports.length > 0 && { transports }),
})

const toRequest = (ctx: Visitor, challenge: string, keys: readonly StoredPasskey[]): PasskeyRequest => ({
  challenge,
  rpId: getRelyingParty(ctx).id,
  timeout: challengeMs,
  userVerification: 'required',
  allowCredentials: keys.map(toDescriptor),
})

/** Highest number of challenges for one network within a quarter of an hour; each is a row. */
const maxChallenges = 100

/**
 * Creates the WebAuthn request with a challenge for signing in with any passkey of the portal on the device, and
 * commits the challenge. It is valid for five minutes. It names no passkeys.
 *
 * @throws Refused('too_many_requests') after 100 challenges of the network within a quarter of an hour.
 */
export async function createSignInChallenge(ctx: Visitor): Promise<PasskeyRequest> {
  await limitAttempts(ctx, networkLimits(ctx.address, 'passkey', maxChallenges))
  return toRequest(ctx, await createChallenge(ctx, 'PasskeySignIn'), [])
}

/**
 * Creates the WebAuthn request with a challenge for one of the caller's passkeys, valid for five minutes, and commits
 * the challenge. It serves the second step and a repeated authentication. Without a passkey the list of allowed ones is
 * empty.
 */
export async function createOwnChallenge(ctx: Ctx): Promise<PasskeyRequest> {
  const [challenge, { keys }] = await Promise.all([
    createChallenge(ctx, 'PasskeyStep'),
    readFactors(ctx.db, ctx.actor.id),
  ])
  return toRequest(ctx, challenge, keys)
}

function logRefusal(ctx: Visitor, error: unknown): Refused {
  ctx.log.info('passkey.refused', { reason: error instanceof Error ? error.message : String(error) })
  return new Refused('passkey_refused')
}

export interface VerifiedPasskey {
  passkey: StoredPasskey
  inactiveAt: Date | null
  counter: number
}

async function verifiedCounter(ctx: Visitor, proof: PasskeyProof, challenge: string, passkey: StoredPasskey) {
  const { verifyAuthenticationResponse } = await webauthn()
  const { userHandle, ...response } = proof.response
  const { origin, id } = getRelyingParty(ctx)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...proof, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    if (!verified || (userHandle && userHandle !== passkey.userHandle))
      throw new Error('the passkey belongs to another person')
    return authenticationInfo.newCounter
  } catch (error) {
    throw logRefusal(ctx, error)
  }
}

/**
 * Verifies that a stored passkey has signed a challenge of this purpose, and returns the passkey with its new counter
 * and its person. Does not record the use, and does not refuse an inactive person.
 *
 * The challenge is used up even when the signature is wrong.
 *
 * @throws Refused('passkey_refused') when the proof is wrong or the challenge is not valid.
 * @throws Refused('passkey_unknown') when the portal has no such passkey.
 */
export async function verifyPasskey(
  ctx: Visitor,
  purpose: PasskeyPurpose,
  proof: PasskeyProof,
): Promise<VerifiedPasskey> {
  const { challenge } = await claimChallenge(ctx, purpose, proof.response.clientDataJSON)
  const found = await findPasskey(ctx.db, proof.id)
  if (!found) throw new Refused('passkey_unknown')
  return { ...found, counter: await verifiedCounter(ctx, proof, challenge, found.passkey) }
}

const knownTransports = (names: readonly string[] = []) =>
  Transport.options.filter((transport) => names.includes(transport))

/**
 * Verifies the registration of a caller's new passkey, and returns its columns to store: user handle, credential id,
 * public key, counter and known transports. Person and name are not among them. Uses up the challenge, and saves
 * nothing else.
 *
 * @throws Refused('passkey_refused') when the registration is wrong or the challenge is not valid.
 */
export async function readNewPasskey(ctx: Visitor, { response, ...credentialFields }: NewPasskey) {
  const { challenge, data } = await claimChallenge(ctx, 'PasskeySetup', response.clientDataJSON)
  const { verifyRegistrationResponse } = await webauthn()
  const { origin, id } = getRelyingParty(ctx)
  const { clientDataJSON, attestationObject } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credentialFields, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    })
    if (!registrationInfo) throw new Error('not verified')
    const { credential } = registrationInfo
    return {
      userHandle: String(data['userHandle']),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: knownTransports(response.transports),
    }
  } catch (error) {
    throw logRefusal(ctx, error)
  }
}
