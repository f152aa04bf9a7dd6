import type { HintCode } from './providers/provider.ts'

/** As the provider keeps them; an order is answered no longer. */
export const orderMinutes = 3

/** One question every two seconds as long as the order lives, and some to spare. */
export const questionsAtMost = 120

/** Orders that one address may start in a quarter of an hour: a club's whole course stands behind one. */
export const startsAtMost = 60

/** The settings that decide who vouches for people; see wrangler.toml. */
export interface ExternalLoginSettings {
  BANKID?: unknown
  EXTERNAL_LOGIN_LOCAL?: string
  PERSONAL_NUMBER_SECRET?: string
}

export type ProviderKey = 'bankid' | 'local'

/** The local provider takes anybody's word, so it never stands beside a real one, nor without being asked for by name. */
export function providerKey(settings: ExternalLoginSettings): ProviderKey | null {
  if (!settings.PERSONAL_NUMBER_SECRET) return null
  if (settings.BANKID) return 'bankid'
  return settings.EXTERNAL_LOGIN_LOCAL === '1' ? 'local' : null
}

/** Seconds since the order began, which is what its code is drawn from. */
export const secondsSince = (startedAt: Date, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1000))

type Progress = { status: 'pending' | 'failed'; hintCode: HintCode; sameDevice: boolean }

const named = new Set<HintCode>([
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

/** The key of the text that BankID recommends for a state. */
export function messageKey({ status, hintCode, sameDevice }: Progress): string {
  if (hintCode === 'outstandingTransaction' || hintCode === 'noClient') return sameDevice ? 'hint.open' : 'hint.scan'
  if (hintCode === 'startFailed') return sameDevice ? 'hint.startFailed' : 'hint.scanFailed'
  if (named.has(hintCode)) return `hint.${hintCode}`
  return status === 'pending' ? 'hint.processing' : 'hint.failed'
}
