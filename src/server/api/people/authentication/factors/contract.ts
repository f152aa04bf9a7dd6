import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, line } from '#api/wire.ts'
import { SignedIn } from '../contract.ts'

/** How a browser reaches an authenticator (WebAuthn `AuthenticatorTransport`). */
export const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type Transport = z.infer<typeof Transport>

const base64url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/)
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const CredentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(Transport).optional(),
})

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(CredentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** `PublicKeyCredentialRequestOptionsJSON`. Without credentials the person chooses among those on the device. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(CredentialDescriptor),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** `RegistrationResponseJSON`, limited to the fields that are used. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** `AuthenticationResponseJSON`, limited to the fields that are used. */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

const name = line.min(1).max(60)
/** Current password; may be omitted just after a sign-in or after authenticating again. */
const password = z.string().max(200).optional()
const code = line.min(1).max(40)

export const Passkey = z.object({ id, name: z.string(), created: instant, lastUsed: instant.nullable() })
export type Passkey = z.infer<typeof Passkey>

export const SecondFactors = z.object({
  passkeys: z.array(Passkey),
  app: z.object({ created: instant }).nullable(),
  recoveryCodesLeft: z.int(),
  /** The person must authenticate again before a change. */
  needsPassword: z.boolean(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

/** Shown once; null when the person already has unused codes. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const NewApp = z.object({
  /** Identifies the set-up until it is confirmed. */
  setupToken: z.string(),
  /** Base32, for entering by hand instead of the QR code. */
  secret: z.string(),
  /** `otpauth://…`, the content of the QR code. */
  uri: z.string(),
})
export type NewApp = z.infer<typeof NewApp>

/** Proof for the second step. */
export const StepProof = z.union([
  z.object({ passkey: PasskeyProof }),
  z.object({ code }),
  z.object({ recoveryCode: code }),
])
export type StepProof = z.infer<typeof StepProof>

export const factorCalls = contract({
  'POST /Authentication/passkey/options': {
    who: 'anyone',
    whilePasswordExpired: true,
    cache: 'never',
    reply: PasskeyRequest,
    summary: 'Returns a challenge for signing in with a passkey, valid once within five minutes.',
  },
  'POST /Authentication/passkey': {
    who: 'anyone',
    whilePasswordExpired: true,
    cache: 'never',
    body: PasskeyProof,
    reply: SignedIn,
    summary: 'Opens a session by a passkey with user verification, which covers both factors.',
  },
  'GET /Authentication/secondstep': {
    who: 'signedIn',
    whilePasswordExpired: true,
    signInSteps: ['second-factor'],
    cache: 'never',
    reply: z.object({ passkey: z.boolean(), app: z.boolean(), recoveryCode: z.boolean() }),
    summary: 'Lists the caller’s ways to take the second step of signing in.',
  },
  'POST /Authentication/secondstep/options': {
    who: 'signedIn',
    whilePasswordExpired: true,
    signInSteps: ['second-factor'],
    cache: 'never',
    reply: PasskeyRequest,
    summary: 'Returns a challenge for the caller’s passkeys, for the second step or to verify the caller again.',
  },
  'POST /Authentication/secondstep': {
    who: 'signedIn',
    whilePasswordExpired: true,
    signInSteps: ['second-factor'],
    cache: 'never',
    body: StepProof,
    reply: SignedIn,
    summary: 'Completes the second step. The session gets a new token and the old one ends.',
  },
  'POST /Authentication/passkey/verify': {
    who: 'signedIn',
    signInSteps: ['factor-setup'],
    cache: 'never',
    body: PasskeyProof,
    reply: z.void(),
    summary: 'Verifies the caller again by a passkey; valid in this session for five minutes.',
  },
  'POST /Authentication/password/verify': {
    who: 'signedIn',
    signInSteps: ['factor-setup'],
    cache: 'never',
    body: z.object({ password: z.string().max(200) }),
    reply: z.void(),
    summary: 'Verifies the caller again by the password; valid in this session for five minutes.',
  },
  'GET /Authentication/factors': {
    who: 'signedIn',
    signInSteps: ['factor-setup'],
    cache: 'never',
    reply: SecondFactors,
    summary: 'Lists the caller’s second factors.',
  },
  'POST /Authentication/passkeys/options': {
    who: 'signedIn',
    signInSteps: ['factor-setup'],
    cache: 'never',
    body: z.object({ password }),
    reply: PasskeyCreation,
    summary: 'Returns a challenge for creating a passkey. Requires the password unless the caller was just verified.',
  },
  'POST /Authentication/passkeys': {
    who: 'signedIn',
    signInSteps: ['factor-setup'],
    cache: 'never',
    body: z.object({ name, passkey: NewPasskey }),
    reply: RecoveryCodes,
    summary: 'Saves a new passkey and mails the person.',
  },
  'PUT /Authentication/passkeys/:id': {
    who: 'signedIn',
    body: z.object({ name }),
    reply: z.void(),
    summary: 'Renames one of the caller’s passkeys.',
  },
  'POST /Authentication/passkeys/:id/remove': {
    who: 'signedIn',
    cache: 'never',
    body: z.object({ password }),
    reply: z.void(),
    summary: 'Removes one of the caller’s passkeys. Requires the password unless the caller was just verified.',
  },
  'POST /Authentication/app': {
    who: 'signedIn',
    signInSteps: ['factor-setup'],
    cache: 'never',
    body: z.object({ password }),
    reply: NewApp,
    summary: 'Begins the setup of an authenticator app; nothing changes before its first code.',
  },
  'POST /Authentication/app/confirm': {
    who: 'signedIn',
    signInSteps: ['factor-setup'],
    cache: 'never',
    body: z.object({ setupToken: z.string().min(1).max(100), code }),
    reply: RecoveryCodes,
    summary: 'Confirms the app by its first code; it replaces an earlier one.',
  },
  'POST /Authentication/app/remove': {
    who: 'signedIn',
    cache: 'never',
    body: z.object({ password }),
    reply: z.void(),
    summary: 'Removes the caller’s authenticator app.',
  },
  'POST /Authentication/recoverycodes': {
    who: 'signedIn',
    cache: 'never',
    body: z.object({ password }),
    reply: RecoveryCodes,
    summary: 'Creates ten recovery codes; earlier ones stop working.',
  },
  'GET /Authentication/factors/:userId': {
    who: 'administratorsUp',
    cache: 'never',
    reply: z.object({ hasFactors: z.boolean() }),
    summary: 'Returns whether a person whom the caller may edit has second factors.',
  },
  'DELETE /Authentication/factors/:userId': {
    who: 'administratorsUp',
    recentProof: true,
    reply: z.void(),
    summary: 'Removes all second factors of a person who has lost them, ends their sessions and notifies them.',
  },
})
