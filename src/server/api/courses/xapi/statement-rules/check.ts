/** Returns what is wrong with a value, with its place in the statement; null when nothing is. */
export type Check = (value: unknown, at: string) => string | null

export type Json = Record<string, unknown>

/** Whether a value is a JSON object, rather than a list, null or a plain value. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const below = (at: string, name: string) => (at === '' ? name : `${at}.${name}`)

const first = (results: Iterable<string | null>): string | null => {
  for (const wrong of results) if (wrong !== null) return wrong
  return null
}

/** Returns null for a string, else the error, which begins with the path `at`. */
export const text: Check = (value, at) => (typeof value === 'string' ? null : `${at} is not a string`)
/** Returns null for true and false, else the error, which begins with the path `at`. */
export const flag: Check = (value, at) => (typeof value === 'boolean' ? null : `${at} is not true or false`)
/** Returns null for a finite number, else the error, which begins with the path `at`. */
export const number: Check = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? null : `${at} is not a number`

/**
 * Returns a check that the value is a number from `least` to `most`, both inclusive. A check returns the problem in
 * English, or null.
 */
export const numberBetween =
  (least: number, most: number): Check =>
  (value, at) =>
    number(value, at) ?? (Number(value) >= least && Number(value) <= most ? null : `${at} is not ${least} to ${most}`)

/** Returns null for a whole number, 0 or more, else the error, which begins with the path `at`. */
export const wholeNumber: Check = (value, at) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? null : `${at} is not a whole number`

/**
 * Returns a check that the value is a string that `fits`; `what` describes it in the problem. A check returns the
 * problem in English, or null.
 */
export const textMatching =
  (fits: (text: string) => boolean, what: string): Check =>
  (value, at) =>
    typeof value === 'string' && fits(value) ? null : `${at} is not ${what}`

/** Returns a check that the value is one of the given texts. A check returns the problem in English, or null. */
export const oneOf = (...allowed: string[]): Check =>
  textMatching((value) => allowed.includes(value), `one of ${allowed.join(', ')}`)

/**
 * Returns a check that the value is a list whose items all pass `item`; an empty list passes. It returns the first
 * problem, or null.
 */
export const listOf =
  (item: Check): Check =>
  (value, at) =>
    Array.isArray(value) ? first(value.map((one, index) => item(one, `${at}[${index}]`))) : `${at} is not a list`

/**
 * Returns a check that the value is an object whose keys all pass `key` and whose values all pass `item`; an empty one
 * passes. It returns the first problem, or null.
 */
export const mapOf =
  (key: Check, item: Check): Check =>
  (value, at) => {
    if (!isJson(value)) return `${at} is not an object`
    return first(
      Object.entries(value).map(([name, one]) => key(name, `${at}: the key ${name}`) ?? item(one, below(at, name))),
    )
  }

/** Accepts every value: always returns null. */
export const anything: Check = () => null

interface Shape {
  needs?: Record<string, Check>
  may?: Record<string, Check>
  /** Checks across properties, after each one is valid. */
  together?: (value: Json, at: string) => string | null
}

/**
 * Returns a check that the value is an object with all properties of `needs`, some of `may` and no others: xAPI refuses
 * unknown names, and names are case-sensitive. Each value must pass its check, and the whole `together`. It returns the
 * first problem in English, or null.
 */
export const shape =
  ({ needs = {}, may = {}, together }: Shape): Check =>
  (value, at) => {
    if (!isJson(value)) return `${at || 'The statement'} is not an object`
    const missing = Object.keys(needs).find((name) => !Object.hasOwn(value, name))
    if (missing !== undefined) return `${below(at, missing)} is missing`
    const wrong = first(
      Object.entries(value).map(([name, one]) => {
        const check = Object.hasOwn(needs, name) ? needs[name] : Object.hasOwn(may, name) ? may[name] : undefined
        return check ? check(one, below(at, name)) : `${below(at, name)} is not known`
      }),
    )
    return wrong ?? together?.(value, at) ?? null
  }
