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

/** Settings that select the identity providers; see wrangler.toml. */
export interface ExternalLoginSettings {
  BANKID?: unknown
  FREJA?: unknown
  EXTERNAL_LOGIN_LOCAL?: string
  PERSONAL_NUMBER_SECRET?: string
}

export type ProviderKey = 'bankid' | 'freja' | 'local'

/**
 * Returns the portal's identity providers, BankID before Freja; none when no provider is configured, or without
 * PERSONAL_NUMBER_SECRET.
 *
 * The local provider accepts any identity, so it must be enabled explicitly (`EXTERNAL_LOGIN_LOCAL` is `1`), and exists
 * only where no other provider does.
 */
export function listProviderKeys(settings: ExternalLoginSettings): ProviderKey[] {
  if (!settings.PERSONAL_NUMBER_SECRET) return []
  const keys: ProviderKey[] = []
  if (settings.BANKID) keys.push('bankid')
  if (settings.FREJA) keys.push('freja')
  return keys.length === 0 && settings.EXTERNAL_LOGIN_LOCAL === '1' ? ['local'] : keys
}

/** Returns the portal's identity provider of that name, in any case of letters; null when the portal has none such. */
export const findProviderKey = (settings: ExternalLoginSettings, name: string): ProviderKey | null =>
  listProviderKeys(settings).find((key) => key === name.toLowerCase()) ?? null

/**
 * Returns the whole seconds since the start of an order of electronic identification, never negative; the QR code is
 * computed from them.
 */
export const secondsSince = (startedAt: Date, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1000))

/**
 * Returns the date of birth (`yyyy-MM-dd`) of a personal number of twelve digits, whose day is 60 higher in a
 * coordination number; null when it is no calendar day. The check digit is not checked: the provider has verified the
 * number.
 */
export function toBirthDate(personalNumber: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)\d{4}$/.exec(personalNumber) ?? []
  const days = String(Number(day) > 60 ? Number(day) - 60 : Number(day)).padStart(2, '0')
  const text = `${year}-${month}-${days}`
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null
}

/**
 * Returns the provider that a URL names; null without a name, and for an unknown one. `1` is the first provider, as the
 * URLs of a portal with one provider had it.
 */
export const chooseProvider = (providers: readonly ProviderKey[], name: string | null): ProviderKey | null =>
  (name === '1' ? providers[0] : providers.find((key) => key === name)) ?? null

type Progress = { provider: ProviderKey; status: 'pending' | 'failed'; hintCode: HintCode; sameDevice: boolean }

/** Texts that name the app or its screens, which Freja has of its own. */
const frejaTexts = new Set([
  'hint.open',
  'hint.scan',
  'hint.certificateErr',
  'hint.expiredTransaction',
  'hint.userSign',
])

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

function toGeneralKey({ status, hintCode, sameDevice }: Progress): string {
  if (hintCode === 'outstandingTransaction' || hintCode === 'noClient') return sameDevice ? 'hint.open' : 'hint.scan'
  if (hintCode === 'startFailed') return sameDevice ? 'hint.startFailed' : 'hint.scanFailed'
  if (hintsWithText.has(hintCode)) return `hint.${hintCode}`
  return status === 'pending' ? 'hint.processing' : 'hint.failed'
}

/**
 * Returns the key of the text about an order's progress: `hint.scan` as BankID recommends, or `hint.freja.scan` where
 * Freja has a text of its own. Unknown hint codes get `hint.processing` while it is pending, else `hint.failed`.
 * `sameDevice`: the app is opened on this device, rather than by a QR code.
 */
export function getMessageKey(progress: Progress): string {
  const key = toGeneralKey(progress)
  return progress.provider === 'freja' && frejaTexts.has(key) ? key.replace('hint.', 'hint.freja.') : key
}
