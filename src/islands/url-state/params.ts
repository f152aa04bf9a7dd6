import type { Param } from './url-state.ts'

/** Parses a positive id of at most nine digits; undefined for other text. */
export const toId = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** The text of a search field, cut at `maxLength` characters. */
export const text = (maxLength = 200): Param<string> => ({
  parse: ([first]) => first?.slice(0, maxLength),
  fallback: '',
})

/** An id, or null. */
export const id = (name?: string): Param<number | null> => ({
  name,
  parse: ([first]) => toId(first),
  fallback: null,
})

/** Different ids; those beyond `maxCount` are ignored. */
export const ids = (maxCount?: number): Param<number[]> => ({
  parse: (texts) => [...new Set(texts.flatMap((one) => toId(one) ?? []))].slice(0, maxCount),
  fallback: [],
})

/** One of these values, or the default, which is not written. */
export const oneOf = <Value extends string | number, const Fallback>(
  values: readonly Value[],
  fallback: Fallback,
): Param<Value | Fallback> => ({
  parse: ([first]) => values.find((value) => String(value) === first),
  fallback,
})

/** A boolean that is written when it is true; both texts are read. */
export const flag = (written: '1' | 'true' = '1'): Param<boolean> => ({
  parse: ([first]) => first === '1' || first === 'true',
  fallback: false,
  format: (value) => (value ? [written] : []),
})

/** A boolean that is true when its parameter is present. */
export const presence = (): Param<boolean> => ({
  parse: (texts) => texts.length > 0,
  fallback: false,
})

/** The number of a page, not written for the first. */
export const page = (): Param<number> => ({ parse: ([first]) => toId(first), fallback: 1 })
