import { readBoundedBody } from '#platform/bounded-body.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { XapiError } from './error.ts'

/** One xAPI request; the alternate request syntax has been resolved. */
export interface XapiRequest {
  method: string
  /** Path below the endpoint, such as `activities/state`. */
  resource: string
  query: URLSearchParams
  headers: Headers
  /** Reads the body once and returns the same bytes on later calls. */
  body: () => Promise<Uint8Array<ArrayBuffer>>
}

/** Launch parameters that real content adds to every call of the record store (spec G-040). */
const leaked = new Set([
  'tincan',
  'endpoint',
  'auth',
  'actor',
  'activity_id',
  'partid',
  'educationpartid',
  'educatorarticulateid',
  'grouping',
  'content_token',
  'externalregistration',
  'externalconfiguration',
])

const allowed: Record<string, readonly string[]> = {
  statements: [
    'statementId',
    'voidedStatementId',
    'agent',
    'verb',
    'activity',
    'registration',
    'related_activities',
    'related_agents',
    'since',
    'until',
    'limit',
    'format',
    'attachments',
    'ascending',
    'cursor',
  ],
  'activities/state': ['activityId', 'agent', 'registration', 'stateId', 'since'],
  'activities/profile': ['activityId', 'profileId', 'since'],
  'agents/profile': ['agent', 'profileId', 'since'],
  activities: ['activityId'],
  agents: ['agent'],
  about: [],
}

export const resources = Object.keys(allowed)

/** Drops leaked launch parameters and refuses any other unknown parameter (xAPI 1.0.3, part three, 1.0). */
function checkedQuery(resource: string, parameters: URLSearchParams): URLSearchParams {
  const knownNames = allowed[resource] ?? []
  const query = new URLSearchParams()
  for (const [name, value] of parameters) {
    if (knownNames.includes(name)) query.append(name, value)
    else if (!leaked.has(name.toLowerCase())) throw new XapiError(400, `Unknown parameter: ${name}`)
  }
  return query
}

const headerFields = new Set([
  'authorization',
  'x-experience-api-version',
  'content-type',
  'content-length',
  'if-match',
  'if-none-match',
  'accept',
  'accept-language',
])

/** Headers that are taken from the carrying request when the form lacks them. */
const carriedHeaders = ['authorization', 'x-experience-api-version', 'accept-language']

function setField(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    throw new XapiError(400, `${name} is not a header`)
  }
}

/**
 * Resolves the alternate request syntax: browsers that cannot send other methods post `?method=PUT` with headers,
 * parameters and content as form fields (xAPI 1.0.3, part three, 1.3).
 */
async function alternate(request: Request, resource: string, method: string): Promise<XapiRequest> {
  const form = new URLSearchParams(new TextDecoder().decode(await bodyOf(request)))
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of carriedHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const query = new URLSearchParams()
  for (const [name, value] of form) {
    if (name === 'content') continue
    if (headerFields.has(name.toLowerCase())) setField(headers, name, value)
    else query.append(name, value)
  }
  const isWriting = method === 'PUT' || method === 'POST'
  if (isWriting && !form.has('content')) throw new XapiError(400, 'The form has no content')
  const content = new TextEncoder().encode(form.get('content') ?? '')
  return { method, resource, query: checkedQuery(resource, query), headers, body: async () => content }
}

/**
 * Largest body in bytes. A document is held in memory several times while it is merged, and an isolate has 128 MB in
 * total.
 */
const maxBytes = 10 * 1_048_576

async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBoundedBody(request, maxBytes)
  if (!bytes) throw new XapiError(413, 'The content is too large')
  return bytes
}

/**
 * Parses a request to the record store. A `POST` with the parameter `method` has that method, and its parameters,
 * headers and body in the form. The body is read later, by `body`, which then rejects with XapiError 413 beyond 10 MiB.
 *
 * @throws XapiError 400 when its parameters or form are invalid, 413 when its form is too large
 */
export async function parseXapiRequest(request: Request): Promise<XapiRequest> {
  const url = getRequestUrl(request)
  const resource = /\/api\/articulate\/+(.+?)\/?$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ''
  const query = new URLSearchParams(url.search)
  const method = query.get('method')
  if (request.method === 'POST' && method) {
    query.delete('method')
    if ([...query.keys()].some((name) => !leaked.has(name.toLowerCase()))) {
      throw new XapiError(400, 'The alternate request syntax takes its parameters in the form')
    }
    return alternate(request, resource, method.toUpperCase())
  }
  let body: Promise<Uint8Array<ArrayBuffer>> | null = null
  return {
    method: request.method,
    resource,
    query: checkedQuery(resource, query),
    headers: request.headers,
    body: () => {
      body ??= bodyOf(request)
      return body
    },
  }
}

const versions = /^1\.0(\.\d+)?$/

/**
 * Whether a request is from a course written for a version before 1.0: its header `X-Experience-API-Version` is 0.9 or
 * 0.95.
 */
export const isEarlyVersion = (headers: Headers) =>
  ['0.9', '0.95'].includes(headers.get('x-experience-api-version') ?? '')

/**
 * Accepts the versions 1.0 and 1.0.x; 0.9 and 0.95 of early content are tolerated (spec G-040).
 * @throws XapiError 400 when the version is missing or not supported
 */
export function checkVersion(headers: Headers): void {
  const version = headers.get('x-experience-api-version')
  if (isEarlyVersion(headers)) return
  if (version === null) throw new XapiError(400, 'X-Experience-API-Version is missing')
  if (!versions.test(version)) throw new XapiError(400, `Unsupported X-Experience-API-Version: ${version}`)
}
