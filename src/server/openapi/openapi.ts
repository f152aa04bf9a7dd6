import { z } from 'zod'
import type { Call, CallName, Contract } from '#api/calls.ts'
import { completionsPath } from '#api/courses/xapi/rules.ts'
import { refusalStatuses } from '#api/refusal-statuses.ts'

type Schema = z.core.JSONSchema.BaseSchema

interface Operation {
  operationId: string
  summary?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
  'x-who': Call['who']
  /** `private`: revalidated by its own reader; `never`: not cached. */
  'x-cache': Call['cache'] | 'private'
  'x-changes': readonly string[]
  'x-feature'?: string
  'x-integration'?: Call['integration']
}

/** Converts a schema to JSON Schema as sent: dates, and numbers of a query, are text. */
const schemaOf = (schema: z.ZodType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

type Parameter = Operation['parameters'][number]

function pathParameters(path: string, call: Call): Parameter[] {
  const texts: Record<string, Schema> = call.params ? (schemaOf(call.params).properties as Record<string, Schema>) : {}
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: texts[name] ?? { type: 'integer', minimum: 1 },
  }))
}

function queryParameters(call: Call): Parameter[] {
  const { properties = {}, required = [] } = call.query ? schemaOf(call.query) : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: typeof schema === 'boolean' ? {} : schema,
  }))
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
}

function requestBodyOf(call: Call): Pick<Operation, 'requestBody'> {
  const body = call.body ? schemaOf(call.body) : null
  if (call.multipart) {
    const file: Schema = { type: 'string', format: 'binary' }
    const properties = { file, ...(body && { [call.multipart]: body }) }
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties } } } },
    }
  }
  return body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}
}

function responsesOf(call: Call) {
  const refused = { $ref: '#/components/responses/Refused' }
  if (!call.reply) return { 200: { description: 'A file' }, default: refused }
  if (call.reply instanceof z.ZodUndefined || call.reply instanceof z.ZodVoid)
    return { 204: { description: 'Done' }, default: refused }
  const content = { 'application/json': { schema: schemaOf(call.reply) } }
  return { 200: { description: 'The answer', content }, default: refused }
}

function operationOf(slice: string, name: CallName, call: Call): Operation {
  const [method = '', path = ''] = name.split(' ')
  const anybody = call.who === 'anyone'
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z0-9]+(\w?)/gi, (_, first: string) => first.toUpperCase())}`,
    ...(call.summary ? { summary: call.summary } : {}),
    tags: [slice],
    security: anybody ? [] : [{ bearer: [] }, ...(call.integration ? [{ basic: [] }] : [])],
    parameters: [...pathParameters(path, call), ...queryParameters(call), ...(call.repeatable ? [idempotencyKey] : [])],
    ...requestBodyOf(call),
    responses: responsesOf(call),
    'x-who': call.who,
    'x-cache': call.cache ?? (method === 'GET' ? 'private' : 'never'),
    'x-changes': call.changes ?? [],
    ...(call.feature ? { 'x-feature': call.feature } : {}),
    ...(call.integration ? { 'x-integration': call.integration } : {}),
  }
}

const refusal = {
  type: 'object',
  required: ['status', 'code', 'message', 'requestId'],
  properties: {
    status: { type: 'integer' },
    code: { enum: Object.keys(refusalStatuses) },
    message: { type: 'string', description: 'For the reader, in the reader’s language.' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: {},
    requestId: { type: 'string' },
  },
}

/** The WebSocket of course players. It is not a call of a contract. */
const socketOperation: Operation = {
  operationId: 'getCompletions',
  summary:
    'Opens a WebSocket, only from pages of the portal (by cookie and origin). The server sends `ask` when one of the person’s results is completed, and answers `ping` with `pong`.',
  tags: ['articulate'],
  security: [{ page: [] }],
  parameters: [],
  responses: {
    101: { description: 'Open' },
    default: { $ref: '#/components/responses/Refused' },
  },
  'x-who': 'signedIn',
  'x-cache': 'never',
  'x-changes': [],
}

const about = `All calls of the portal. Paths are case-insensitive. Date-times are ISO 8601 text; the response header \`Dates\`
lists their paths. The response to a write lists the invalidated cache tags in \`Changes\`.`

/**
 * Creates an OpenAPI 3.1 document of the contracts, one tag for each slice. Adds the WebSocket of course players, which
 * no contract declares.
 */
export function createOpenApi(contracts: Record<string, Contract>) {
  const paths: Record<string, Record<string, Operation>> = { [completionsPath]: { get: socketOperation } }
  for (const [slice, calls] of Object.entries(contracts)) {
    for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
      const [method = '', path = ''] = name.split(' ')
      const template = path.replace(/:(\w+)/g, '{$1}')
      paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(slice, name, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Utbildningsportalen', version: '1', description: about.replaceAll('\n', ' ') },
    servers: [{ url: '/api' }],
    tags: Object.keys(contracts).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        page: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
      },
      responses: {
        Refused: {
          description: 'A refusal with its code and message',
          content: { 'application/json': { schema: refusal } },
        },
      },
    },
  }
}
