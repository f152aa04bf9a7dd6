import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** Status of an order as in BankID's collect; unknown codes are read as `unknown`. */
const hintCodes = [
  'outstandingTransaction',
  'noClient',
  'started',
  'userMrtd',
  'userSign',
  'expiredTransaction',
  'certificateErr',
  'userCancel',
  'cancelled',
  'startFailed',
  'notSupportedByUserApp',
  'transactionRiskBlocked',
  'processing',
  'unknown',
] as const

export const HintCode = z.enum(hintCodes)
export type HintCode = z.infer<typeof HintCode>

interface StartInput {
  endUserIp: string
  /** URL that the app opens after signing on the same device; null for another device. */
  returnUrl: string | null
  /** Whether the name of the person is needed too. */
  withName: boolean
}

export interface VerifiedName {
  firstName: string
  lastName: string
}

export interface StartedOrder {
  orderRef: string
  autoStartToken: string
  qrStartToken: string
  /** Must not leave the server, because QR codes can be computed from it. */
  qrStartSecret: string
}

export type CollectResult =
  | { status: 'pending' | 'failed'; hintCode: HintCode }
  /** The name is null when the provider gives none, or was not asked for one. */
  | { status: 'complete'; personalNumber: string; name: VerifiedName | null }

/** Identity provider. Orders are identified by the provider's own reference. */
export interface ExternalLoginProvider {
  start: (input: StartInput) => Promise<StartedOrder>
  collect: (orderRef: string) => Promise<CollectResult>
  /** Cancels an order; also accepts an order that has ended. */
  cancel: (orderRef: string) => Promise<void>
  qrText: (order: Pick<StartedOrder, 'qrStartToken' | 'qrStartSecret'>, seconds: number) => string
  /** Returns the link that opens the app on the same device. */
  startUrl: (autoStartToken: string) => string
  /** True when the app on the same device opens `returnUrl` after signing; false when the person goes back alone. */
  opensReturnUrl: boolean
}

/** Returns the name of a person without surrounding spaces; null unless the provider gives both parts. */
export function toVerifiedName(firstName: string | undefined, lastName: string | undefined): VerifiedName | null {
  const [first, last] = [firstName?.trim().slice(0, 100), lastName?.trim().slice(0, 100)]
  return first && last ? { firstName: first, lastName: last } : null
}

/** The provider cannot answer now; `inProgress` when it already has an order of the same person. */
export class ProviderError extends Error {
  readonly inProgress: boolean

  constructor(message: string, inProgress = false) {
    super(message)
    this.name = 'ProviderError'
    this.inProgress = inProgress
  }
}

/**
 * Returns the text of the animated QR code for one second of an order for electronic identification, counted from its
 * start: `<prefix>.<token>.<seconds>.<proof>`. The proof is an HMAC-SHA256 with the order's secret, so nobody else can
 * compute the next code.
 */
export function formatQrText(
  prefix: string,
  order: Pick<StartedOrder, 'qrStartToken' | 'qrStartSecret'>,
  seconds: number,
) {
  const proof = createHmac('sha256', order.qrStartSecret).update(String(seconds)).digest('hex')
  return `${prefix}.${order.qrStartToken}.${seconds}.${proof}`
}

/** Secrets of one sign-in at a provider that the browser is led to. */
interface RedirectSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

export interface CallbackInput extends RedirectSecrets {
  /** Query of the URL by which the browser came back. */
  parameters: URLSearchParams
}

/** A person whom the provider has verified. */
export interface VerifiedPerson {
  issuer: string
  subject: string
  claims: Record<string, unknown>
}

/** Identity provider whose own page the browser is led to and comes back from, as with OpenID Connect. */
export interface RedirectProvider {
  /** Returns the URL of the provider's sign-in page. */
  start: (secrets: RedirectSecrets) => Promise<string>
  /** Exchanges the code for the person, after every check of the answer. */
  complete: (input: CallbackInput) => Promise<VerifiedPerson>
}

/** The provider has refused the person, or its answer is not valid. The message is for the log. */
export class RedirectRefusal extends Error {
  override name = 'RedirectRefusal'
}
