/** A spreadsheet runs what begins like a formula; an apostrophe makes it text. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`

/** One line of a CSV file with semicolons. */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(';')}\r\n`

/** Tells a spreadsheet that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

export interface AuditChange {
  field: string
  before: unknown
  after: unknown
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Of a list of what was changed only what neither side tells by itself. */
function withoutTold({ fields, ...rest }: Record<string, unknown>, before: unknown, after: unknown) {
  if (!Array.isArray(fields)) return { ...rest, ...(fields !== undefined && { fields }) }
  const told = [before, after].flatMap((side) => (isFields(side) ? Object.keys(side) : []))
  const others = fields.filter((field) => !told.includes(field))
  return others.length > 0 ? { fields: others, ...rest } : rest
}

/**
 * What an entry tells, field by field: with `before` and `after` what differs, otherwise what was written. What is no more
 * is null; where nothing is told of afterwards it is undefined.
 */
export function changesIn({ before, after, ...rest }: Record<string, unknown>): AuditChange[] {
  const told = Object.entries(withoutTold(rest, before, after)).map(([field, value]) => ({
    field,
    before: undefined,
    after: value,
  }))
  if (!isFields(before) && !isFields(after)) {
    const pair = before === undefined && after === undefined ? [] : [{ field: '', before, after }]
    return [...told, ...pair]
  }
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => !same(was[field], is[field]))
  const afterwards = (field: string) => (after === undefined ? undefined : (is[field] ?? null))
  return [...told, ...fields.map((field) => ({ field, before: was[field], after: afterwards(field) }))]
}
