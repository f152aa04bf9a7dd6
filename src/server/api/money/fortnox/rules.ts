/** Waiting 0, sent 1, failed 2. */
export const documentStates = { waiting: 0, sent: 1, failed: 2 } as const
export type DocumentState = (typeof documentStates)[keyof typeof documentStates]

/**
 * Reasons why an invoice is not in Fortnox. `rejected`: Fortnox refused it, and says why. `unavailable`: no answer
 * after the last attempt. `unexpected`: an error of the portal in each attempt. `other_company`: it was to be sent to
 * another company than the one that is connected. `document_unclear`: several documents have its number, or one with
 * another sum. `customer_taken`: the customer with the portal's number is somebody else. `customer_unclear`: several
 * customers have the organisation number. `credit_missing`: the credited invoice is not in Fortnox. `credit_unclear`:
 * Fortnox does not say which document is the credit. `credit_unfinished`: the credit was made, its change was refused.
 */
export const failureReasons = [
  'rejected',
  'unavailable',
  'unexpected',
  'other_company',
  'document_unclear',
  'customer_taken',
  'customer_unclear',
  'credit_missing',
  'credit_unclear',
  'credit_unfinished',
] as const
export type FailureReason = (typeof failureReasons)[number]

/**
 * Troubles that let invoices wait without an attempt. `client`: Fortnox refuses the app, such as for a wrong client
 * secret. `secret`: no SESSION_SECRET opens the tokens. `paymentDays`: INVOICE_PAYMENT_DAYS is no number of days.
 */
export const connectionTroubles = ['client', 'secret', 'paymentDays'] as const
export type ConnectionTrouble = (typeof connectionTroubles)[number]

/** The settings of the Worker by which the portal is an app of Fortnox. */
export interface FortnoxSettings {
  clientId: string
  clientSecret: string
  /** Origin of sign-in and tokens. */
  authOrigin: string
  apiOrigin: string
}

type FortnoxEnv = Partial<Record<'FORTNOX_CLIENT_ID' | 'FORTNOX_CLIENT_SECRET' | 'FORTNOX_ORIGIN', string>>

/** Returns the settings of Fortnox; null when the portal is not an app of Fortnox, so that nothing is sent there. */
export function readFortnoxSettings(env: FortnoxEnv): FortnoxSettings | null {
  const { FORTNOX_CLIENT_ID: clientId, FORTNOX_CLIENT_SECRET: clientSecret, FORTNOX_ORIGIN: origin } = env
  if (!clientId || !clientSecret) return null
  return {
    clientId,
    clientSecret,
    authOrigin: origin || 'https://apps.fortnox.se',
    apiOrigin: origin || 'https://api.fortnox.se',
  }
}

/** Rights that the office grants; `companyinformation` names the company that is connected. */
export const fortnoxScopes = 'companyinformation customer invoice'

/** Minutes within which the office grants the rights. */
export const minutesToGrant = 10

/** Days that a refresh token of Fortnox is valid; each use replaces it. */
export const refreshTokenDays = 45

/** Days left of a refresh token at which it is replaced, so that a portal that sends nothing stays connected. */
export const renewDaysBefore = 31

/** Highest number of requests in `windowMs`: Fortnox allows 25, and one is left for a request that arrives early. */
export const maxRequestsInWindow = 24
export const windowMs = 5_000

/** Attempts to send an invoice that Fortnox does not answer, before a person has to press again. */
export const maxAttempts = 5

/**
 * Returns when an invoice is sent again after that many attempts (at least 1) without an answer. It is in 10 seconds,
 * then in 40, four times as long each time; null after the fifth, the last one.
 */
export const nextSendAt = (attempts: number, now: Date): Date | null =>
  attempts >= maxAttempts ? null : new Date(now.getTime() + 10_000 * 4 ** (attempts - 1))

/** Longest wait after 429 within a run; for a longer one the run ends. */
export const maxPauseMs = 5_000

/** Time after which a credit is tried again while the invoice that it credits waits. */
export const msToCredited = 60_000

/**
 * Milliseconds until another request may be sent, so that there are at most 24 in 5 seconds; 0 when it may be sent now.
 * `sentAt` are the moments of the last requests, the oldest first, and like `now` in epoch milliseconds.
 */
export function msUntilAllowed(sentAt: readonly number[], now: number): number {
  const first = sentAt.at(-maxRequestsInWindow)
  return first === undefined ? 0 : Math.max(0, first + windowMs - now)
}
