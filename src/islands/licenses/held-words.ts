import type { UserLicense } from '#api/participation/licenses/held/contract.ts'
import type { CreditUnit } from '#api/participation/licenses/renewal/rules.ts'
import { momentText } from '#locales/moments.ts'
import { numberText } from '#locales/numbers.ts'
import type { Translate } from '#locales/translate.ts'

export const dayText = (day: string, language: string) => momentText(new Date(`${day}T12:00:00Z`), 'day', language)

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

/** The sentence that tells how long a cycle holds, or what can still be done about it. */
export function periodOf(held: UserLicense, t: Translate, language: string): string {
  const text = (key: string, day: string | null) => t(key, { date: day ? dayText(day, language) : '' })
  const { stage, validFrom, validTo, revokedOn, revokedReason } = held
  if (stage === 'revoked')
    return t('held.revoked', { date: revokedOn ? dayText(revokedOn, language) : '', reason: revokedReason ?? '' })
  if (stage === 'coming') return text('held.from', validFrom)
  if (stage === 'grace') return text('held.graceTo', held.graceTo)
  if (stage === 'late') return text('held.lateTo', held.lateTo)
  if (stage === 'dormant') return text('held.dormantTo', held.dormantTo)
  if (stage === 'active') return validTo ? text('held.validTo', validTo) : t('held.forever')
  return text('held.ended', validTo)
}

export interface Held {
  /** The cycle that holds, or the latest. */
  latest: UserLicense
  /** Renewed in time, the next one waits for the first day after it. */
  coming: UserLicense | null
  earlier: UserLicense[]
}

/** The cycles of each licence, in the order given. */
export function byLicense(cycles: readonly UserLicense[]): Held[] {
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

/** What an earlier cycle came about by, or how it ended before its time. */
export const historyOf = (held: UserLicense, t: Translate, language: string): string =>
  held.stage === 'revoked' ? periodOf(held, t, language) : t(`held.basis.${held.basis}`)

/** Hours or activities, in the plural of the number and with its own decimal comma. */
export const amountText = (count: number, unit: CreditUnit, t: Translate, language: string): string =>
  t(`amount.${unit}`, { count, amount: numberText(count, language, 2) })
