import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import type { Call, CallInput } from '#api/calls.ts'
import { Refused } from '#api/refusals.ts'
import { type Translate, translator } from '#locales/translate.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { unchecked } from '../../unchecked.ts'
import { createCacheKey } from './cache-key.ts'
import { getMatchedCall } from './contract-routes.ts'
import { cleanPastedText, findControlCharacters } from './control-characters.ts'
import type { EdgeEnv } from './edge-env.ts'
import { limitBody, readBody } from './request-body.ts'
import { isForwarded } from './upstream.ts'

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
 * Parses input by the schema of a contract; returns undefined without a schema.
 *
 * @throws Refused('invalid_input') with the reason of each field, in the language.
 */
export function parseInput(schema: z.ZodType | undefined, input: unknown, language: string): unknown {
  if (!schema) return undefined
  const outcome = schema.safeParse(input)
  if (outcome.success) return outcome.data
  throw new Refused('invalid_input', { fields: fieldsOf(outcome.error, input, translator(language, 'refusals')) })
}

/**
 * Returns a parsed body unchanged, unless one of its texts contains control characters.
 *
 * They are invisible, and files such as Peppol invoices may not contain them. A schema may replace them before.
 *
 * @throws Refused('invalid_input') with the reason of each field, in the language.
 */
export function refuseControlCharacters(body: unknown, language: string): unknown {
  const hidden = findControlCharacters(body)
  if (hidden.length === 0) return body
  const reason = translator(language, 'refusals')('invalid.control_characters')
  throw new Refused('invalid_input', { fields: Object.fromEntries(hidden.map((path) => [path, reason])) })
}

/**
 * Parses a query. Repeated keys become lists, which the schemas may refuse; empty values, as forms send them, are left
 * out.
 */
export function parseSearchParams(search: URLSearchParams): Record<string, string | string[]> {
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

/**
 * Reads and validates the input of a call: path parameters, query, body and file. Reads the body only if the contract
 * declares one.
 *
 * @throws Refused('invalid_input') with the reason for each field by its path, in `language`; the field of an
 * unreadable body is `body` or the name of its part.
 * @throws Refused('unsupported_media_type') when a multipart call gets another content type.
 * @throws Refused('too_large') when the body exceeds the limit that `limitBody` has set on the request.
 */
export async function readCallInput(
  call: Call,
  params: Record<string, string>,
  search: URLSearchParams,
  request: Request,
  language: string,
): Promise<CallInput<string, Call>> {
  const { body, file } = await readBody(request, call, language)
  return {
    params: unchecked<never>({
      ...numbered(withoutTexts(params, call)),
      ...(parseInput(call.params, params, language) as Record<string, unknown> | undefined),
    }),
    query: unchecked<never>(parseInput(call.query, parseSearchParams(search), language) ?? {}),
    body: unchecked<never>(refuseControlCharacters(parseInput(call.body, cleanPastedText(body), language), language)),
    file,
    request,
  }
}

/**
 * Reads the input of a call and sets it as `callRequest`. The body of a forwarded call is validated by its origin and
 * only limited here.
 *
 * @throws Refused('not_found') when no call matches.
 * @throws Refused('too_large') when the body exceeds the limit of the call.
 * @throws Refused('invalid_input') or Refused('unsupported_media_type') as `readCallInput` does.
 */
export const callInput: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const match = getMatchedCall(c)
  const { call } = match.served
  const search = getRequestUrl(c.req.raw).searchParams
  const address = () => createCacheKey(match, parseSearchParams(search))
  const request = limitBody(c.req.raw, call)
  const input = isForwarded({ address }, c.env)
    ? { params: unchecked<never>({}), query: {}, body: undefined, file: null, request }
    : await readCallInput(call, match.params, search, request, c.var.ctx.language)
  c.set('callRequest', { ...match, input, address })
  await next()
}
