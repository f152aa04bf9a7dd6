import type { z } from 'zod'
import type { Call, InputOf } from '#api/calls.ts'
import { Refused } from '#api/refusals.ts'
import { type Translate, translator } from '#locales/translate.ts'

type Fields = Record<string, string>

function fieldsOf(error: z.ZodError, t: Translate): Fields {
  const fields: Fields = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.') || 'body'
    fields[path] ??= t(`invalid.${issue.code}`, { ...issue, defaultValue: t('invalid.custom') })
  }
  return fields
}

function parsed(schema: z.ZodType | undefined, given: unknown, language: string): unknown {
  if (!schema) return undefined
  const outcome = schema.safeParse(given)
  if (outcome.success) return outcome.data
  throw new Refused('invalid_input', { fields: fieldsOf(outcome.error, translator(language, 'refusals')) })
}

/** Repeated keys become lists; the schemas decide which keys may repeat. */
export function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const key of new Set(search.keys())) {
    const all = search.getAll(key)
    query[key] = all.length > 1 ? all : (all[0] ?? '')
  }
  return query
}

const numbered = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, Number(text)]))

function withoutTexts(params: Record<string, string>, call: Call) {
  const texts = Object.keys(call.params?.shape ?? {})
  return Object.fromEntries(Object.entries(params).filter(([name]) => !texts.includes(name)))
}

async function jsonOf(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('invalid_input', { fields: { body: 'JSON' } })
  }
}

/** The JSON part under its own name or `json`, and the part `file` (gaps G-087). */
async function multipartOf(request: Request, name: string): Promise<{ body: unknown; file: File | null }> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) throw new Refused('unsupported_media_type')
  const form = await request.formData()
  const part: unknown = form.get(name) ?? form.get('json')
  const text = part instanceof Blob ? await part.text() : part
  const file: unknown = form.get('file')
  try {
    return {
      body: typeof text === 'string' ? JSON.parse(text) : undefined,
      file: file instanceof File && (file.size > 0 || file.name !== '') ? file : null,
    }
  } catch {
    throw new Refused('invalid_input', { fields: { [name]: 'JSON' } })
  }
}

/** Reads and checks what a call was given; refuses with a reason for each field. */
export async function inputOf(
  call: Call,
  params: Record<string, string>,
  search: URLSearchParams,
  request: Request,
  language: string,
): Promise<InputOf<string, Call>> {
  const sent = call.multipart
    ? await multipartOf(request, call.multipart)
    : { body: call.body ? await jsonOf(request) : undefined, file: null }
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
