const fullDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

function dateFrom(text: string): Date {
  const date = new Date(fullDateTime.test(text) ? text : Number.NaN)
  if (Number.isNaN(date.getTime())) throw new Error('Failed to parse date in object')
  return date
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A missing or empty date stays what it is; anything else that is no date-time is an error of whoever answered. */
const dateAt = (value: unknown) => (value === null || value === undefined ? value : dateFrom(String(value)))

function reviveIn(value: unknown, [step = '', ...rest]: readonly string[]): void {
  if (!isRecord(value)) return
  for (const key of step === '*' ? Object.keys(value) : step in value ? [step] : []) {
    if (rest.length === 0) value[key] = dateAt(value[key])
    else reviveIn(value[key], rest)
  }
}

/**
 * Turns the full date-times of a parsed answer into dates, in place. `paths` says where the answer has any, from its
 * contract (`items.*.startDate`), so that a user's text stays text whatever it looks like.
 */
export function withDates(answer: unknown, paths: readonly string[]): unknown {
  if (paths.includes('')) return dateAt(answer)
  for (const path of paths) reviveIn(answer, path.split('.'))
  return answer
}

/** `JSON.parse` reviver for answers that do not say where their dates are: every full date-time is one. */
export const revived = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && fullDateTime.test(value) ? dateFrom(value) : value
