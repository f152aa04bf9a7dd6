import { momentText } from '#locales/moments.ts'

/** Returns the formatter of a filter that is a day, `yyyy-MM-dd`; null for other text. */
export const toDayText = (language: string) => (value: string) => {
  const noon = new Date(`${value}T12:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && noon.toJSON()?.startsWith(value)
    ? momentText(noon, 'day', language)
    : null
}

/** Returns the formatter of a filter with these choices; undefined for another value. */
export const toOptionText =
  (options: readonly { value: string | number; label: string }[]) =>
  (value: string): string | undefined =>
    options.find((one) => String(one.value) === value)?.label

/** Formats a filter that is on when its value is `1`: its label says all. Null for another value. */
export const toFlagText = (value: string) => (value === '1' ? '' : null)
