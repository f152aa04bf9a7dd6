const fullDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

function parseDate(text: string): Date {
  const date = new Date(fullDateTime.test(text) ? text : Number.NaN)
  if (Number.isNaN(date.getTime())) throw new Error('Failed to parse date in object')
  return date
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Converts a date field; a missing date stays as it is.
 *
 * @throws Error when the value is not a full date-time, which is an error of the API.
 */
const toDate = (value: unknown) => (value === null || value === undefined ? value : parseDate(String(value)))

function reviveAt(value: unknown, [step = '', ...rest]: readonly string[]): void {
  if (!isRecord(value)) return
  for (const key of step === '*' ? Object.keys(value) : step in value ? [step] : []) {
    if (rest.length === 0) value[key] = toDate(value[key])
    else reviveAt(value[key], rest)
  }
}

/**
 * Converts the full date-times of a parsed response to `Date`, in place, and returns it. Missing fields stay missing.
 *
 * `paths` lists the date fields of the call's contract (`items.*.startDate`), so that user text that looks like a date
 * stays text.
 *
 * @throws Error when a listed field is no full date-time.
 */
export function reviveDates(answer: unknown, paths: readonly string[]): unknown {
  if (paths.includes('')) return toDate(answer)
  for (const path of paths) reviveAt(answer, path.split('.'))
  return answer
}

/**
 * Reviver for `JSON.parse` where the date fields are unknown: converts every text that is a full date-time to a `Date`,
 * also one that a user typed; other values stay.
 *
 * @throws Error for one that names no moment, such as a month 13.
 */
export const reviveDate = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && fullDateTime.test(value) ? parseDate(value) : value
