import type { UserLicense } from '#api/participation/licenses/held/contract.ts'
import type { CreditUnit } from '#api/participation/licenses/renewal/rules.ts'
import { momentText } from '#locales/moments.ts'
import { numberText } from '#locales/numbers.ts'
import type { Translate } from '#locales/translate.ts'

/** Formats a day, `yyyy-MM-dd`, for the language, such as `3 May 2026`. */
export const formatDay = (day: string, language: string) => momentText(new Date(`${day}T12:00:00Z`), 'day', language)

export const stageTones = {
  coming: 'accent',
  active: 'success',
  grace: 'warning',
  late: 'warning',
  dormant: 'neutral',
  lapsed: 'neutral',
  renewed: 'neutral',
  revoked: 'danger',
} as const

/**
 * Formats the validity of a cycle (one period of a held licence) as a sentence in texts of `licenses`. After its end it
 * says until when the licence can still be used or renewed; a revoked one has its reason.
 */
export function formatPeriod(cycle: UserLicense, t: Translate, language: string): string {
  const text = (key: string, day: string | null) => t(key, { date: day ? formatDay(day, language) : '' })
  const { stage, validFrom, validTo, revokedOn, revokedReason } = cycle
  if (stage === 'revoked')
    return t('held.revoked', { date: revokedOn ? formatDay(revokedOn, language) : '', reason: revokedReason ?? '' })
  if (stage === 'coming') return text('held.from', validFrom)
  if (stage === 'grace') return text('held.graceTo', cycle.graceTo)
  if (stage === 'late') return text('held.lateTo', cycle.lateTo)
  if (stage === 'dormant') return text('held.dormantTo', cycle.dormantTo)
  if (stage === 'active') return validTo ? text('held.validTo', validTo) : t('held.forever')
  return text('held.ended', validTo)
}

export interface LicenseHistory {
  /** The valid cycle, else the latest. */
  latest: UserLicense
  /** The next cycle of a licence that was renewed early; it begins when the latest ends. */
  coming: UserLicense | null
  earlier: UserLicense[]
}

/**
 * Groups the cycles of held licences by licence, in the order of the first cycle of each. `latest` is the valid cycle,
 * else the one with the highest number; `coming` is another one that has not begun. `earlier` has the rest, the newest
 * first.
 */
export function groupByLicense(cycles: readonly UserLicense[]): LicenseHistory[] {
  const groups = Map.groupBy(cycles, ({ licenseId }) => licenseId)
  return [...groups.values()].flatMap((own) => {
    const ordered = own.toSorted((a, b) => b.cycleNumber - a.cycleNumber)
    const at = Math.max(
      0,
      ordered.findIndex(({ stage }) => stage === 'active' || stage === 'grace'),
    )
    const latest = ordered[at]
    if (!latest) return []
    const coming = ordered.find((one) => one !== latest && one.stage === 'coming') ?? null
    return [{ latest, coming, earlier: ordered.filter((one) => one !== latest && one !== coming) }]
  })
}

/** Formats how an earlier cycle was obtained, or that it was revoked, in texts of `licenses`. */
export const formatBasis = (cycle: UserLicense, t: Translate, language: string): string =>
  cycle.stage === 'revoked' ? formatPeriod(cycle, t, language) : t(`held.basis.${cycle.basis}`)

/** Formats a number of hours or activities in its plural form, with at most two decimals, in a text of `licenses`. */
export const formatAmount = (count: number, unit: CreditUnit, t: Translate, language: string): string =>
  t(`amount.${unit}`, { count, amount: numberText(count, language, 2) })
