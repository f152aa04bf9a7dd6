/** Prevents a spreadsheet from running a cell that begins like a formula; the apostrophe makes it text. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`

/**
 * Returns one row of a CSV file: the values as quoted cells separated by semicolons, ended by CRLF. A cell that a
 * spreadsheet would run as a formula begins with an apostrophe.
 */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(';')}\r\n`

/** Marks a file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF'

export interface AuditChange {
  field: string
  before: unknown
  after: unknown
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Returns the fields other than `before` and `after`; a list of changed `fields` keeps only those in neither side. */
function otherFields({ fields, ...rest }: Record<string, unknown>, before: unknown, after: unknown) {
  if (!Array.isArray(fields)) return { ...rest, ...(fields !== undefined && { fields }) }
  const shown = [before, after].flatMap((side) => (isFields(side) ? Object.keys(side) : []))
  const others = fields.filter((field) => !shown.includes(field))
  return others.length > 0 ? { fields: others, ...rest } : rest
}

/**
 * Lists the changes of an entry: its other fields, without a value before, and then those that differ between `before`
 * and `after`. Other fields are as written, but a list `fields` has only the names that are in neither side. Empty when
 * there are neither.
 *
 * A removed value is null; without an `after` the new value is undefined. When `before` and `after` are single values,
 * the one change has the empty field name.
 */
export function toChanges({ before, after, ...rest }: Record<string, unknown>): AuditChange[] {
  const others = Object.entries(otherFields(rest, before, after)).map(([field, value]) => ({
    field,
    before: undefined,
    after: value,
  }))
  if (!isFields(before) && !isFields(after)) {
    const pair = before === undefined && after === undefined ? [] : [{ field: '', before, after }]
    return [...others, ...pair]
  }
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => !same(was[field], is[field]))
  const afterwards = (field: string) => (after === undefined ? undefined : (is[field] ?? null))
  return [...others, ...fields.map((field) => ({ field, before: was[field], after: afterwards(field) }))]
}
