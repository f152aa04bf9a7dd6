import type { Ctx, Visitor } from '#api/context.ts'
import { limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { Refused } from '#api/refusals.ts'
import { challengeMs, claimChallenge, newChallenge, type PasskeyPurpose } from './challenge.ts'
import { type NewPasskey, type PasskeyProof, type PasskeyRequest, Transport } from './contract.ts'
import { findPasskey, readFactors, type StoredPasskey } from './storage.ts'

/** Half the Worker's size, and few calls need it: it is loaded by the first. */
const webauthn = () => import('@simplewebauthn/server')

/** Passkeys belong to the host of the portal's configured address, whatever the request calls it. */
export function relyingParty({ env }: Visitor) {
  const { origin, hostname } = new URL(env.PORTAL_ORIGIN)
  return { origin, id: hostname }
}

export const descriptorOf = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  type: 'public-key' as const,
  ...(transports.length > 0 && { transports }),
})

const requestOf = (ctx: Visitor, challenge: string, keys: readonly StoredPasskey[]): PasskeyRequest => ({
  challenge,
  rpId: relyingParty(ctx).id,
  timeout: challengeMs,
  userVerification: 'required',
  allowCredentials: keys.map(descriptorOf),
})

/** Challenges that one network may ask for within a quarter of an hour: each is a row. */
const challengesAtMost = 100

/** The browser offers all passkeys that the person has for the portal. @throws Refused('too_many_requests') */
export async function signInRequest(ctx: Visitor): Promise<PasskeyRequest> {
  await limitAttempts(ctx, networkLimits(ctx.address, 'passkey', challengesAtMost))
  return requestOf(ctx, await newChallenge(ctx, 'PasskeySignIn'), [])
}

/** The browser offers the caller's own passkeys. */
export async function ownRequest(ctx: Ctx): Promise<PasskeyRequest> {
  const [challenge, { keys }] = await Promise.all([newChallenge(ctx, 'PasskeyStep'), readFactors(ctx.db, ctx.actor.id)])
  return requestOf(ctx, challenge, keys)
}

function refused(ctx: Visitor, error: unknown): Refused {
  ctx.log.info('passkey.refused', { reason: error instanceof Error ? error.message : String(error) })
  return new Refused('passkey_refused')
}

export interface ProvenPasskey {
  passkey: StoredPasskey
  inactiveAt: Date | null
  counter: number
}

async function verifiedCounter(ctx: Visitor, proof: PasskeyProof, challenge: string, passkey: StoredPasskey) {
  const { verifyAuthenticationResponse } = await webauthn()
  const { userHandle, ...response } = proof.response
  const { origin, id } = relyingParty(ctx)
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
    if (!verified || (userHandle && userHandle !== passkey.userHandle)) throw new Error('not this person’s')
    return authenticationInfo.newCounter
  } catch (error) {
    throw refused(ctx, error)
  }
}

/**
 * Verifies the answer of an authenticator. The challenge is used up whether or not the answer is right.
 * @throws Refused('passkey_refused'), or Refused('passkey_unknown') for a key that the portal does not know.
 */
export async function provePasskey(ctx: Visitor, purpose: PasskeyPurpose, proof: PasskeyProof): Promise<ProvenPasskey> {
  const { challenge } = await claimChallenge(ctx, purpose, proof.response.clientDataJSON)
  const found = await findPasskey(ctx.db, proof.id)
  if (!found) throw new Refused('passkey_unknown')
  return { ...found, counter: await verifiedCounter(ctx, proof, challenge, found.passkey) }
}

const knownTransports = (given: readonly string[] = []) =>
  Transport.options.filter((transport) => given.includes(transport))

/** The key that a new passkey's answer holds. */
export async function readNewPasskey(ctx: Visitor, { response, ...given }: NewPasskey) {
  const { challenge, data } = await claimChallenge(ctx, 'PasskeySetup', response.clientDataJSON)
  const { verifyRegistrationResponse } = await webauthn()
  const { origin, id } = relyingParty(ctx)
  const { clientDataJSON, attestationObject } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...given, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
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
    throw refused(ctx, error)
  }
}
