import type { z } from 'zod'
import type { Call, InputOf } from '#api/calls.ts'
import { Refused } from '#api/refusals.ts'
import { type Translate, translator } from '#locales/translate.ts'
import { sentWith } from './body.ts'

const formats = { email: true, url: true, date: true, datetime: true, phone: true, color: true }

type Fields = Record<string, string>

/** Of a format the reason says which; a pattern of our own names itself by its message, a rule by its `reason`. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && issue.params?.['reason']) return `invalid.${issue.params['reason']}`
  if (issue.code !== 'invalid_format') return `invalid.${issue.code}`
  const format = issue.format === 'regex' ? issue.message : issue.format
  return format in formats ? `invalid.format.${format}` : 'invalid.invalid_format'
}

function fieldsOf(error: z.ZodError, t: Translate): Fields {
  const fields: Fields = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.') || 'body'
    fields[path] ??= t(reasonOf(issue), { ...issue, defaultValue: t('invalid.custom') })
  }
  return fields
}

function parsed(schema: z.ZodType | undefined, given: unknown, language: string): unknown {
  if (!schema) return undefined
  const outcome = schema.safeParse(given)
  if (outcome.success) return outcome.data
  throw new Refused('invalid_input', { fields: fieldsOf(outcome.error, translator(language, 'refusals')) })
}

/** Repeated keys become lists; the schemas decide which keys may repeat. An empty field of a form is no field. */
export function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const key of new Set(search.keys())) {
    const all = search.getAll(key).filter((text) => text !== '')
    if (all[0] !== undefined) query[key] = all.length > 1 ? all : all[0]
  }
  return query
}

const numbered = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, Number(text)]))

function withoutTexts(params: Record<string, string>, call: Call) {
  const texts = Object.keys(call.params?.shape ?? {})
  return Object.fromEntries(Object.entries(params).filter(([name]) => !texts.includes(name)))
}

/** Reads and checks what a call was given; refuses with a reason for each field. */
export async function inputOf(
  call: Call,
  params: Record<string, string>,
  search: URLSearchParams,
  request: Request,
  language: string,
): Promise<InputOf<string, Call>> {
  const sent = await sentWith(request, call)
  return {
    params: {
      ...numbered(withoutTexts(params, call)),
      ...(parsed(call.params, params, language) as Record<string, unknown> | undefined),
    } as never,
    query: (parsed(call.query, queryOf(search), language) ?? {}) as never,
    body: parsed(call.body, sent.body, language) as never,
    file: sent.file,
    request,
  }
}
