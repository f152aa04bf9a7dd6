import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { line } from '#api/wire.ts'

/** The portal's own reference of an order: a random text that is valid only in the browser that started the order. */
const orderRef = z.object({ x: z.string().min(1).max(100) })

const StartAuthentication = z
  .object({
    /** True when the app is on this device: a link opens it, and it leads back to the portal. */
    sameDevice: z.boolean().default(false),
    /** Path in the portal to continue to after sign-in. */
    returnUrl: z.string().max(2000).optional(),
    /** True when the signed-in caller connects the identification with their account; no session is opened. */
    connects: z.boolean().default(false),
    /** True when a person whom no account knows goes on to create one (`OwnAccounts`). */
    createsAccount: z.boolean().default(false),
    /** Password of a caller who connects; not required within five minutes after signing in. */
    password: z.string().max(200).optional(),
  })
  .default({ sameDevice: false, connects: false, createsAccount: false })
export type StartAuthentication = z.infer<typeof StartAuthentication>

const ReadResult = z
  .object({
    /** Returned by the app; an order for the same device opens no session without it. */
    nonce: z.string().max(100).optional(),
    /** True to get only the next QR code, without a call to the provider. */
    onlyQr: z.boolean().default(false),
  })
  .default({ onlyQr: false })
export type ReadResult = z.infer<typeof ReadResult>

export const StartedAuthentication = z.object({
  orderRef: z.string(),
  /** Set for an order on the same device only, so that nobody else can be tricked into starting an order by a link. */
  autoStartToken: z.string().nullable(),
  startUrl: z.string().nullable(),
  qrData: z.string().nullable(),
})
export type StartedAuthentication = z.infer<typeof StartedAuthentication>

export const AuthenticationResult = z.object({
  status: z.enum(['pending', 'complete', 'failed']),
  hintCode: z.string().nullable(),
  /** Status text in the caller's language. */
  message: z.string().nullable(),
  qrData: z.string().nullable(),
  token: z.string().nullable(),
  userId: z.int().nullable(),
  /** Reference of the identified person, with which this browser creates an account; valid for an hour. */
  identity: z.string().nullable(),
})
export type AuthenticationResult = z.infer<typeof AuthenticationResult>

export const LocalAnswer = z.object({
  /** Content of the QR code or the link. */
  scanned: z.string().max(300),
  answer: z.enum(['open', 'sign', 'cancel']),
  personalNumber: z
    .string()
    .transform((text) => text.replace(/[-\s]/g, ''))
    .pipe(z.string().regex(/^\d{12}$/))
    .optional(),
  /** Name that the identification is in; an invented one without it. */
  firstName: line.max(100).optional(),
  lastName: line.max(100).optional(),
})
export type LocalAnswer = z.infer<typeof LocalAnswer>

/** Whether the caller can sign in by electronic identification. */
const Connection = z.object({
  connected: z.boolean(),
  /** True when the password is required before another identification is connected. */
  needsPassword: z.boolean(),
})

const open = { who: 'anyone', whilePasswordExpired: true, cache: 'never', feature: 'UseExternalLogin' } as const

export const externalLogin = contract({
  'POST /ExternalLogin/startauthentication/:x': {
    ...open,
    params: orderRef,
    body: StartAuthentication,
    reply: StartedAuthentication,
    summary: 'Starts a sign-in by electronic identification at the provider with that name, for this browser only.',
  },
  'POST /ExternalLogin/result/:x': {
    ...open,
    params: orderRef,
    body: ReadResult,
    reply: AuthenticationResult,
    summary: 'Returns the progress of the sign-in, and opens the session once it is complete.',
  },
  'POST /ExternalLogin/cancel/:x': {
    ...open,
    params: orderRef,
    reply: z.void(),
    summary: 'Cancels the sign-in; the response is the same when it had already ended.',
  },
  'GET /ExternalLogin/connection': {
    who: 'signedIn',
    feature: 'UseExternalLogin',
    reply: Connection,
    cache: 'never',
    summary: 'Returns whether the caller’s account is connected to an electronic identification.',
  },
  'DELETE /ExternalLogin/connection': {
    who: 'signedIn',
    feature: 'UseExternalLogin',
    reply: z.void(),
    summary: 'Disconnects the caller’s electronic identification; the account then opens by its password only.',
  },
  'DELETE /ExternalLogin/connection/:userId': {
    who: 'usersOffice',
    reply: z.void(),
    changes: ['people'],
    summary: 'Disconnects a person’s electronic identification, for administrators who may edit the person.',
  },
  'POST /ExternalLogin/localdevice': {
    ...open,
    body: LocalAnswer,
    reply: z.object({ state: z.string(), returnUrl: z.string().nullable() }),
    summary: 'Simulates the phone of the local provider, which exists only in development and trial portals.',
  },
})
