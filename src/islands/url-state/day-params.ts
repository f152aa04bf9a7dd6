import type { Param } from './url-state.ts'

const toDay = (text = '') => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined)

/** A day as `yyyy-MM-dd`. */
export const day = <Fallback extends string | null | undefined>(fallback: Fallback): Param<string | Fallback> => ({
  parse: ([first]) => toDay(first),
  fallback,
})

/**
 * A day that can be empty and is always in the URL: unusable text is an empty day, and only a missing parameter is the
 * default.
 */
export const clearableDay = (): Param<string> => ({
  parse: ([first]) => (first === undefined ? undefined : (toDay(first) ?? '')),
  fallback: '',
  format: (value) => [value],
})
