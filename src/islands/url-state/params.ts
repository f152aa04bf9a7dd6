import type { Param } from './url-state.ts'

const toDay = (text = '') => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined)

export const toId = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** What was typed into a search field. */
export const text = (maxLength = 200): Param<string> => ({
  parse: ([first]) => first?.slice(0, maxLength),
  fallback: '',
})

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

/** A day as `yyyy-MM-dd`. */
export const day = <Fallback extends string | null | undefined>(fallback: Fallback): Param<string | Fallback> => ({
  parse: ([first]) => toDay(first),
  fallback,
})

/** A day that may be cleared, always written: an empty or unusable text is no day, and only an absent one is the default. */
export const clearableDay = (): Param<string> => ({
  parse: ([first]) => (first === undefined ? undefined : (toDay(first) ?? '')),
  fallback: '',
  format: (value) => [value],
})

/** A switch, written where it is on. Either text is read. */
export const flag = (written: '1' | 'true' = '1'): Param<boolean> => ({
  parse: ([first]) => first === '1' || first === 'true',
  fallback: false,
  format: (value) => (value ? [written] : []),
})

/** A switch that is on where its parameter is present. */
export const presence = (): Param<boolean> => ({
  parse: (texts) => texts.length > 0,
  fallback: false,
  format: (value) => (value ? ['1'] : []),
})

/** The number of a page, not written for the first. */
export const page = (): Param<number> => ({ parse: ([first]) => toId(first), fallback: 1 })

/** The number of a page, read and not written: `Pagination` adds it to the URL of its list. */
export const pageOfList = (maxPage = 999_999_999): Param<number> => ({
  parse: ([first]) => {
    const number = toId(first)
    return number && number <= maxPage ? number : undefined
  },
  fallback: 1,
  format: () => [],
})
