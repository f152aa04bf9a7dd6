import { isoCBOR } from '@simplewebauthn/server/helpers'
import { encodeUtf8, toBase64url } from '#platform/digest.ts'

/** A software authenticator that does with WebCrypto what a phone or a security key does. */

const rp = { id: 'localhost', origin: 'http://localhost:8787' }

export interface AuthenticatorFaults {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  type?: string
  userVerified?: boolean
  crossOrigin?: boolean
  userHandle?: string
}

const digest = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts))

const numbered = (value: number, bytes: 2 | 4) => {
  const out = Buffer.alloc(bytes)
  out.writeUIntBE(value, 0, bytes)
  return new Uint8Array(out)
}

/** Encodes a positive ASN.1 integer: no leading zeros, except one before a high bit. */
function derInteger(raw: Uint8Array): Uint8Array {
  const first = raw.findIndex((byte) => byte !== 0)
  const value = raw.slice(first === -1 ? raw.length - 1 : first)
  const body = (value[0] ?? 0) > 127 ? joined(new Uint8Array([0]), value) : value
  return joined(new Uint8Array([2, body.length]), body)
}

function derSignature(raw: Uint8Array): Uint8Array {
  const body = joined(derInteger(raw.slice(0, 32)), derInteger(raw.slice(32)))
  return joined(new Uint8Array([48, body.length]), body)
}

const clientData = (type: string, challenge: string, { origin, crossOrigin, ...wrong }: AuthenticatorFaults) =>
  encodeUtf8(
    JSON.stringify({
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: origin ?? rp.origin,
      crossOrigin: crossOrigin ?? false,
    }),
  )

/** Returns the flags of the authenticator data: user present, user verified, and whether a credential follows. */
const flagsOf = ({ userVerified = true }: AuthenticatorFaults, hasCredential: boolean) =>
  0x01 | (userVerified ? 0x04 : 0) | (hasCredential ? 0x40 : 0)

async function authenticatorData(
  wrong: AuthenticatorFaults,
  counter: number,
  credential: Uint8Array = new Uint8Array(),
) {
  const host = await digest(encodeUtf8(wrong.rpId ?? rp.id))
  const flags = new Uint8Array([flagsOf(wrong, credential.length > 0)])
  return joined(host, flags, numbered(wrong.counter ?? counter, 4), credential)
}

/** Encodes the public key as COSE (RFC 9053): EC2, ES256, P-256. */
async function coseKey(key: CryptoKey): Promise<Uint8Array> {
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', key)) as ArrayBuffer)
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, raw.slice(1, 33)],
      [-3, raw.slice(33)],
    ]),
  )
}

export async function newAuthenticator() {
  const keys = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const id = crypto.getRandomValues(new Uint8Array(32))
  const named = { id: toBase64url(id), rawId: toBase64url(id), type: 'public-key' as const }
  let counter = 0
  let handle = 'nobody'
  return {
    id: named.id,
    /** Answers `navigator.credentials.create`. */
    async register(options: { challenge: string; user: { id: string } }, wrong: AuthenticatorFaults = {}) {
      handle = options.user.id
      const attested = joined(new Uint8Array(16), numbered(id.length, 2), id, await coseKey(keys.publicKey))
      const data = await authenticatorData(wrong, counter, attested)
      // The encoder's type knows no nested maps.
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]) as never,
      )
      return {
        ...named,
        response: {
          clientDataJSON: toBase64url(clientData('webauthn.create', options.challenge, wrong)),
          attestationObject: toBase64url(attestation),
          transports: ['internal', 'of-the-future'],
        },
      }
    },
    /** Answers `navigator.credentials.get`. */
    async sign({ challenge }: { challenge: string }, wrong: AuthenticatorFaults = {}) {
      counter += 1
      const data = await authenticatorData(wrong, counter)
      const client = clientData('webauthn.get', challenge, wrong)
      const signed = joined(data, await digest(client))
      const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, signed)
      return {
        ...named,
        response: {
          clientDataJSON: toBase64url(client),
          authenticatorData: toBase64url(data),
          signature: toBase64url(derSignature(new Uint8Array(raw))),
          userHandle: wrong.userHandle ?? handle,
        },
      }
    },
  }
}
