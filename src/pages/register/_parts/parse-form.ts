import type { z } from 'zod'
import { Refused } from '#api/refusals.ts'
import type { Translate } from '#locales/translate.ts'

const formats = new Set(['email', 'date'])

function toReason(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'invalid.empty'
  if (issue.code === 'invalid_format' && formats.has(issue.format)) return `invalid.format.${issue.format}`
  return 'invalid.custom'
}

/**
 * Parses the values of a submitted form by the schema of the call. `ownTexts` are the reasons, by field name, of fields
 * that have one of their own; a field with several problems gets the reason of the first.
 *
 * A problem within a list or an object counts for the top field that has it, and one of the form as a whole for `form`.
 *
 * @throws Refused('invalid_input') with the reason of each field.
 */
export function parseForm<Schema extends z.ZodObject>(
  schema: Schema,
  values: Record<string, unknown>,
  refusals: Translate,
  ownTexts: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0] ?? 'form')
    fields[name] ??= ownTexts[name] ?? refusals(toReason(issue, values[name]))
  }
  throw new Refused('invalid_input', { fields })
}
