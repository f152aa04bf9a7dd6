import type { Translate } from '#locales/translate.ts'

/** Formats a duration: in milliseconds below a second, then in seconds with one decimal; a dash for none. */
export function formatDuration(ms: number | null, t: Translate): string {
  if (ms === null) return '–'
  return ms < 1000 ? t('ms', { ms }) : t('seconds', { seconds: Math.round(ms / 100) / 10 })
}
