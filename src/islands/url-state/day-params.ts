import type { Param } from './url-state.ts'

/**
 * Returns the text when it is a day of the calendar, and undefined otherwise; engines read 31 February as a day in
 * March.
 */
export function parseDay(text = ''): string | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined
}

/** Describes a day as `yyyy-MM-dd`; other text, such as a day that does not exist, gives the fallback. */
export const day = <Fallback extends string | null | undefined>(fallback: Fallback): Param<string | Fallback> => ({
  parse: ([first]) => parseDay(first),
  fallback,
})

/**
 * Describes a day that can be empty and is always in the URL. Unusable text is an empty day. Only a missing parameter
 * is the default that `parse` of `urlState` receives; without one it is empty too.
 */
export const clearableDay = (): Param<string> => ({
  parse: ([first]) => (first === undefined ? undefined : (parseDay(first) ?? '')),
  fallback: '',
  format: (value) => [value],
})
