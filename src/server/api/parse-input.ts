import type { z } from 'zod'
import { Refused } from '#api/refusals.ts'
import { type Translate, translator } from '#locales/translate.ts'

const formats = { email: true, url: true, date: true, datetime: true, phone: true, color: true }

type Fields = Record<string, string>

const sized = ['string', 'array', 'number']

/**
 * Returns the reason, a key of a text, and the limit for a value that is too small or too big: characters, choices or a
 * number.
 */
function sizeOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig) {
  const count = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const kind = issue.origin === 'int' ? 'number' : issue.origin
  if (!sized.includes(kind)) return { reason: `invalid.${issue.code}`, count }
  const beyond = kind === 'number' && issue.inclusive === false ? '.beyond' : ''
  return { reason: `invalid.${issue.code}.${kind}${beyond}`, count }
}

/** Whether a required value is missing or blank. */
function isEmpty(issue: z.core.$ZodIssue, input: unknown): boolean {
  if (issue.code !== 'too_small' && issue.code !== 'invalid_type') return false
  const at = issue.path.reduce<unknown>((value, key) => Object(value)[key], input)
  return at === undefined || at === null || (typeof at === 'string' && at.trim() === '')
}

/**
 * Returns the key of the text for an issue. The message of a `regex` is the name of its format; a custom rule has a
 * `reason`.
 */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && issue.params?.['reason']) return `invalid.${issue.params['reason']}`
  if (issue.code === 'invalid_type' && ['number', 'int'].includes(issue.expected))
    return `invalid.invalid_type.${issue.expected}`
  if (issue.code !== 'invalid_format') return `invalid.${issue.code}`
  const format = issue.format === 'regex' ? issue.message : issue.format
  return format in formats ? `invalid.format.${format}` : 'invalid.invalid_format'
}

function textOf(issue: z.core.$ZodIssue, input: unknown, t: Translate): string {
  const defaultValue = t('invalid.custom')
  if (isEmpty(issue, input)) return t('invalid.empty')
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return t(reasonOf(issue), { ...issue, defaultValue })
  const { reason, count } = sizeOf(issue)
  return t(reason, { count, defaultValue })
}

function fieldsOf(error: z.ZodError, input: unknown, t: Translate): Fields {
  const fields: Fields = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.') || 'body'
    fields[path] ??= textOf(issue, input, t)
  }
  return fields
}

/**
 * Parses input by the schema of a contract, and returns the parsed value; undefined without a schema.
 *
 * @throws Refused('invalid_input') with the reason of each wrong field, by its path, in the language.
 */
export function parseInput(schema: z.ZodType | undefined, input: unknown, language: string): unknown {
  if (!schema) return undefined
  const outcome = schema.safeParse(input)
  if (outcome.success) return outcome.data
  throw new Refused('invalid_input', { fields: fieldsOf(outcome.error, input, translator(language, 'refusals')) })
}

/** Control characters other than tabs and line breaks, and the two code points that XML and Unicode reserve. */
const controlCharacter = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u

/**
 * Lists the paths of the texts within a value that hold control characters, `rows.0.title`; `body` for the value
 * itself.
 */
function findControlCharacters(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return controlCharacter.test(value) ? [path || 'body'] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => findControlCharacters(inner, path ? `${path}.${key}` : key))
}

/**
 * Returns a parsed body unchanged, unless one of its texts contains control characters other than tabs and line breaks.
 *
 * They are invisible, and files such as Peppol invoices may not contain them. A schema may replace them before.
 *
 * @throws Refused('invalid_input') with the reason of each such field, by its path, in the language.
 */
export function refuseControlCharacters(body: unknown, language: string): unknown {
  const hidden = findControlCharacters(body)
  if (hidden.length === 0) return body
  const reason = translator(language, 'refusals')('invalid.control_characters')
  throw new Refused('invalid_input', { fields: Object.fromEntries(hidden.map((path) => [path, reason])) })
}
