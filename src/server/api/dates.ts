const fullDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** `JSON.parse` reviver: a full date-time becomes a `Date`; a plain date or any other text stays text (gaps G-003). */
export function revived(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !fullDateTime.test(value)) return value
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) throw new Error('Failed to parse date in object')
  return date
}
