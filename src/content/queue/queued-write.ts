import { parseSessionToken } from '#api/courses/xapi/cmi5/rules.ts'

/** A request of a course to the record store. */
export interface CourseRequest {
  method: string
  url: string
  header: (name: string) => string | null
  text: string
}

/** A write that may be sent later and repeated: statements with ids, or a document. */
export interface QueuedWrite {
  token: string
  /** True for a write of a cmi5 session, which only its own token may send. */
  isOfSession: boolean
  method: string
  url: string
  contentType: string
  version: string
  body: string
  /** URL of the document that it writes or removes; null for statements. */
  document: string | null
  /** Conditions on the present document. */
  ifMatch: string | null
  ifNoneMatch: string | null
  /** Answer of the record store: the ids of the statements, or nothing. */
  answer: string[] | null
}

// Some courses do not know that the endpoint ends with a slash; others add one at the end.
const isStatements = (path: string) => /\/api\/articulate\/+statements\/?$/i.test(path)
const isState = (path: string) => /\/api\/articulate\/+activities\/state\/?$/i.test(path)
const isProfile = (path: string) => /\/api\/articulate\/+(activities|agents)\/profile\/?$/i.test(path)

/**
 * Returns the path and query of one document, with its parameters in a fixed order; null for a URL that names no single
 * document.
 * @throws TypeError for a text that is no absolute URL.
 */
export function toDocumentUrl(url: string): string | null {
  const { pathname, searchParams } = new URL(url)
  const isNamed = isState(pathname) ? searchParams.has('stateId') : isProfile(pathname) && searchParams.has('profileId')
  searchParams.sort()
  return isNamed ? `${pathname}?${searchParams}` : null
}

/** Whether a stored write changes an agent or activity profile. */
export const writesProfile = ({ url }: Pick<QueuedWrite, 'url'>) => isProfile(new URL(url).pathname)

/** Returns the key by which a cmi5 unit fetches its token; null for other URLs. */
export function parseFetchKey(url: string): string | null {
  const { pathname, searchParams } = new URL(url)
  return /\/api\/articulate\/+fetch\/?$/i.test(pathname) ? searchParams.get('k') : null
}

/** Whether a request only reads from the record store, and may be repeated. */
export const isRead = (method: string, url: string): boolean =>
  method === 'GET' && /\/api\/articulate\//i.test(new URL(url).pathname)

/** Parses the launch token: a bearer token, or the basic credentials of a cmi5 unit. Null for other credentials. */
export function parseLaunchToken(authorization: string): { token: string; isOfSession: boolean } | null {
  const [, scheme = '', credentials = ''] = /^(\S+) +(.+)$/.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer') return { token: credentials, isOfSession: false }
  const token = scheme.toLowerCase() === 'basic' ? parseSessionToken(credentials) : null
  return token ? { token, isOfSession: true } : null
}

/** Whether a request could be queued, by its URL and method alone. */
export const canBeQueued = (method: string, url: string): boolean => {
  const { pathname } = new URL(url)
  return method !== 'GET' && method !== 'HEAD' && (isStatements(pathname) || isState(pathname) || isProfile(pathname))
}

/** Resolves the alternate request syntax, in which a form carries method, headers, parameters and content. */
function withoutAlternateSyntax({ method, url, header, text }: CourseRequest): CourseRequest {
  const address = new URL(url)
  const meant = address.searchParams.get('method')
  if (method !== 'POST' || !meant) return { method, url, header, text }
  const form = new Map([...new URLSearchParams(text)].map(([name, value]) => [name.toLowerCase(), [name, value]]))
  const content = form.get('content')?.[1] ?? ''
  address.search = ''
  const headers = [
    'authorization',
    'content-type',
    'content-length',
    'x-experience-api-version',
    'if-match',
    'if-none-match',
    'accept',
  ]
  for (const [lower, [name = '', value = '']] of form)
    if (lower !== 'content' && !headers.includes(lower)) address.searchParams.set(name, value)
  const headerOf = (name: string) =>
    form.get(name)?.[1] ?? (name === 'content-type' ? 'application/json' : header(name))
  return { method: meant.toUpperCase(), url: address.href, header: headerOf, text: content }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Clock {
  newId: () => string
  now: () => string
}

/** Adds missing ids, so that a repeat counts once, and missing timestamps, so that the time is right. */
function identified(request: CourseRequest, { newId, now }: Clock): { body: string; ids: string[] } | null {
  const parsedBody = parsed(request.text)
  const all = [parsedBody].flat()
  if (!all.every(isObject) || all.length === 0) return null
  const statementId = new URL(request.url).searchParams.get('statementId')
  const complete = all.map((one) => ({ timestamp: now(), ...one, id: one['id'] ?? statementId ?? newId() }))
  const ids = complete.map(({ id }) => String(id))
  return { body: JSON.stringify(Array.isArray(parsedBody) ? complete : complete[0]), ids }
}

const statementMethods = ['PUT', 'POST']
const documentMethods = ['PUT', 'POST', 'DELETE']

/**
 * Turns a request into a queued write, with ids and timestamps for the statements that lack them. Null when it cannot
 * be sent later: without a launch token, with attachments, not JSON, or always refused.
 */
export function toQueuedWrite(request: CourseRequest, clock: Clock): QueuedWrite | null {
  const plainRequest = withoutAlternateSyntax(request)
  const contentType = plainRequest.header('content-type') ?? ''
  const launch = parseLaunchToken(plainRequest.header('authorization') ?? '')
  const { pathname } = new URL(plainRequest.url)
  if (!launch || /^multipart/i.test(contentType)) return null
  const version = plainRequest.header('x-experience-api-version') ?? '1.0.3'
  const conditions = { ifMatch: plainRequest.header('if-match'), ifNoneMatch: plainRequest.header('if-none-match') }
  const write = { ...launch, ...conditions, method: plainRequest.method, url: plainRequest.url, contentType, version }
  if (isStatements(pathname) && statementMethods.includes(plainRequest.method)) {
    const batch = identified(plainRequest, clock)
    return (
      batch && { ...write, body: batch.body, document: null, answer: plainRequest.method === 'POST' ? batch.ids : null }
    )
  }
  if (!documentMethods.includes(plainRequest.method)) return null
  const isBlind = !conditions.ifMatch && !conditions.ifNoneMatch
  if (isProfile(pathname) ? plainRequest.method === 'PUT' && isBlind : !isState(pathname)) return null
  return { ...write, body: plainRequest.text, document: toDocumentUrl(plainRequest.url) ?? pathname, answer: null }
}

/** Whether a status means that the same request may succeed later. */
export const isRetryable = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500

/** Whether the record store no longer accepts the launch; queued writes are then sent with the person's next launch. */
export const isLaunchExpired = (status: number) => status === 401
