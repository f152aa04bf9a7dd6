import type { SeasonReason, SeasonState } from '#api/participation/licenses/season/rules.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

export const stateTones = {
  unlicensed: 'neutral',
  ready: 'success',
  expiring: 'warning',
  lacking: 'danger',
} as const satisfies Record<SeasonState, string>

/** Formats a calendar date, `yyyy-MM-dd`. */
const formatDay = (day: string, language: string) => momentText(new Date(`${day}T12:00:00Z`), 'day', language)

interface Reason {
  licenseName: string | null
  reason: SeasonReason
  on: string | null
}

/**
 * Returns the reason of a person's standing as a sentence in texts of `organizations`. `on` is the day (`yyyy-MM-dd`)
 * that it names; a valid licence without a day is valid forever.
 */
export function reasonText({ licenseName, reason, on }: Reason, t: Translate, language: string): string {
  const key = reason === 'valid' && on === null ? 'forever' : reason
  return t(`page.reason.${key}`, { license: licenseName ?? '', date: on ? formatDay(on, language) : '' })
}
