import type { Param } from './url-state.ts'

/** Parses a positive id of at most nine digits, without sign, spaces or leading zeros; undefined for other text. */
export const toId = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** Describes the text of a search field, untrimmed and cut at `maxLength` characters; the fallback is empty text. */
export const text = (maxLength = 200): Param<string> => ({
  parse: ([first]) => first?.slice(0, maxLength),
  fallback: '',
})

/**
 * Describes an id; the fallback for a missing or invalid one is null. `name` is its name in the URL, by default the
 * key.
 */
export const id = (name?: string): Param<number | null> => ({
  name,
  parse: ([first]) => toId(first),
  fallback: null,
})

/**
 * Describes different ids in the order of the URL; invalid ones and those beyond `maxCount` are ignored (default: no
 * limit). Without any it is an empty list, also where `parse` of `urlState` receives a default.
 */
export const ids = (maxCount?: number): Param<number[]> => ({
  parse: (texts) => [...new Set(texts.flatMap((one) => toId(one) ?? []))].slice(0, maxCount),
  fallback: [],
})

/**
 * Describes one of these values, or for any other text the fallback. The fallback and null are not written to the URL.
 */
export const oneOf = <Value extends string | number, const Fallback>(
  values: readonly Value[],
  fallback: Fallback,
): Param<Value | Fallback> => ({
  parse: ([first]) => values.find((value) => String(value) === first),
  fallback,
})

/**
 * Describes a boolean that is written as `written` when it is true; `1` and `true` are read. A missing one is false,
 * also where `parse` of `urlState` receives a default.
 */
export const flag = (written: '1' | 'true' = '1'): Param<boolean> => ({
  parse: ([first]) => first === '1' || first === 'true',
  fallback: false,
  format: (value) => (value ? [written] : []),
})

/**
 * Describes a boolean that is true when its parameter is present, with any text, and is written as `1`. A missing one
 * is false, also where `parse` of `urlState` receives a default.
 */
export const presence = (): Param<boolean> => ({
  parse: (texts) => texts.length > 0,
  fallback: false,
})

/** Describes the number of a page, not written for the first; the fallback for a missing or invalid one is 1. */
export const page = (): Param<number> => ({ parse: ([first]) => toId(first), fallback: 1 })
