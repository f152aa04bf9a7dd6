import type { HintCode } from './providers/provider.ts'

/** Lifetime of an order at the provider. */
export const orderMinutes = 3

/** Highest number of status requests: one every two seconds for the lifetime of an order, with a margin. */
export const maxStatusRequests = 120

/**
 * Highest number of orders that one network may start in a quarter of an hour. A whole course can share the IP address
 * of a club.
 */
export const maxStarts = 60

/** Settings that select the identity provider; see wrangler.toml. */
export interface ExternalLoginSettings {
  BANKID?: unknown
  EXTERNAL_LOGIN_LOCAL?: string
  PERSONAL_NUMBER_SECRET?: string
}

export type ProviderKey = 'bankid' | 'local'

/**
 * Returns the provider of the portal; null when none is configured, or without PERSONAL_NUMBER_SECRET.
 *
 * The local provider accepts any identity, so it must be enabled explicitly (`EXTERNAL_LOGIN_LOCAL` is `1`), and BankID
 * takes precedence.
 */
export function getProviderKey(settings: ExternalLoginSettings): ProviderKey | null {
  if (!settings.PERSONAL_NUMBER_SECRET) return null
  if (settings.BANKID) return 'bankid'
  return settings.EXTERNAL_LOGIN_LOCAL === '1' ? 'local' : null
}

/**
 * Returns the whole seconds since the start of an order of electronic identification, never negative; the QR code is
 * computed from them.
 */
export const secondsSince = (startedAt: Date, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1000))

type Progress = { status: 'pending' | 'failed'; hintCode: HintCode; sameDevice: boolean }

const hintsWithText = new Set<HintCode>([
  'expiredTransaction',
  'certificateErr',
  'userCancel',
  'cancelled',
  'notSupportedByUserApp',
  'transactionRiskBlocked',
  'started',
  'userMrtd',
  'userSign',
])

/**
 * Returns the key, such as `hint.scan`, of the text that BankID recommends for the progress of an order. `sameDevice`:
 * the app is opened on this device, rather than by a QR code.
 */
export function getMessageKey({ status, hintCode, sameDevice }: Progress): string {
  if (hintCode === 'outstandingTransaction' || hintCode === 'noClient') return sameDevice ? 'hint.open' : 'hint.scan'
  if (hintCode === 'startFailed') return sameDevice ? 'hint.startFailed' : 'hint.scanFailed'
  if (hintsWithText.has(hintCode)) return `hint.${hintCode}`
  return status === 'pending' ? 'hint.processing' : 'hint.failed'
}
