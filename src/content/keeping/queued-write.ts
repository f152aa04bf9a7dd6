import { sessionTokenIn } from '#api/courses/xapi/cmi5/rules.ts'

/** What a course writes to the record store, as it was asked for. */
export interface Asked {
  method: string
  url: string
  header: (name: string) => string | null
  text: string
}

/** A write that may be sent later and again: statements under ids, a state whose last write counts. */
export interface QueuedWrite {
  token: string
  /** Of a session of cmi5: what it says is good under its own token alone. */
  isOfSession: boolean
  method: string
  url: string
  contentType: string
  version: string
  body: string
  /** The document that it writes or removes, by its address; null for statements. */
  document: string | null
  /** What the document has to be like for it to be written, as the course said. */
  ifMatch: string | null
  ifNoneMatch: string | null
  /** What the record store would answer: the ids of what was told, or nothing. */
  answer: string[] | null
}

// Not every course knows that the endpoint ends with a slash; some put one of their own behind it.
const isStatements = (path: string) => /\/api\/articulate\/+statements\/?$/i.test(path)
const isState = (path: string) => /\/api\/articulate\/+activities\/state\/?$/i.test(path)
const isProfile = (path: string) => /\/api\/articulate\/+(activities|agents)\/profile\/?$/i.test(path)

/** The address of one document, however its parameters are ordered; null for what names none. */
export function documentAt(url: string): string | null {
  const { pathname, searchParams } = new URL(url)
  const isNamed = isState(pathname) ? searchParams.has('stateId') : isProfile(pathname) && searchParams.has('profileId')
  searchParams.sort()
  return isNamed ? `${pathname}?${searchParams}` : null
}

export const writesProfile = ({ url }: Pick<QueuedWrite, 'url'>) => isProfile(new URL(url).pathname)

/** The key by which a unit of cmi5 fetches its token; null for any other address. */
export function fetchKeyIn(url: string): string | null {
  const { pathname, searchParams } = new URL(url)
  return /\/api\/articulate\/+fetch\/?$/i.test(pathname) ? searchParams.get('k') : null
}

/** Whether a request only asks the record store for something, which may be asked again. */
export const isRead = (method: string, url: string): boolean =>
  method === 'GET' && /\/api\/articulate\//i.test(new URL(url).pathname)

/** The launch that a request speaks for: by a bearer's token, or by that of a session as units of cmi5 give it. */
export function launchIn(authorization: string): { token: string; isOfSession: boolean } | null {
  const [, scheme = '', given = ''] = /^(\S+) +(.+)$/.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer') return { token: given, isOfSession: false }
  const token = scheme.toLowerCase() === 'basic' ? sessionTokenIn(given) : null
  return token ? { token, isOfSession: true } : null
}

/** Whether a request is one that could be kept, by its address and method alone. */
export const mayBeKept = (method: string, url: string): boolean => {
  const { pathname } = new URL(url)
  return method !== 'GET' && method !== 'HEAD' && (isStatements(pathname) || isState(pathname) || isProfile(pathname))
}

/** Undoes the alternate syntax, in which a form carries method, headers, parameters and content. */
function plain({ method, url, header, text }: Asked): Asked {
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

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

interface Clock {
  newId: () => string
  now: () => string
}

/** With an id it counts once however often it is sent, with a time it happened when it was told. */
function identified(asked: Asked, { newId, now }: Clock): { body: string; ids: string[] } | null {
  const given = parsed(asked.text)
  const all = [given].flat()
  if (!all.every(isObject) || all.length === 0) return null
  const wanted = new URL(asked.url).searchParams.get('statementId')
  const told = all.map((one) => ({ timestamp: now(), ...one, id: one['id'] ?? wanted ?? newId() }))
  const ids = told.map(({ id }) => String(id))
  return { body: JSON.stringify(Array.isArray(given) ? told : told[0]), ids }
}

const statementMethods = ['PUT', 'POST']
const documentMethods = ['PUT', 'POST', 'DELETE']

/** The write that a request is, or null when it cannot be sent later: with attachments, in no JSON, or refused whenever it comes. */
export function toQueuedWrite(request: Asked, clock: Clock): QueuedWrite | null {
  const asked = plain(request)
  const contentType = asked.header('content-type') ?? ''
  const launch = launchIn(asked.header('authorization') ?? '')
  const { pathname } = new URL(asked.url)
  if (!launch || /^multipart/i.test(contentType)) return null
  const version = asked.header('x-experience-api-version') ?? '1.0.3'
  const conditions = { ifMatch: asked.header('if-match'), ifNoneMatch: asked.header('if-none-match') }
  const write = { ...launch, ...conditions, method: asked.method, url: asked.url, contentType, version }
  if (isStatements(pathname) && statementMethods.includes(asked.method)) {
    const told = identified(asked, clock)
    return told && { ...write, body: told.body, document: null, answer: asked.method === 'POST' ? told.ids : null }
  }
  if (!documentMethods.includes(asked.method)) return null
  const isBlind = !conditions.ifMatch && !conditions.ifNoneMatch
  if (isProfile(pathname) ? asked.method === 'PUT' && isBlind : !isState(pathname)) return null
  return { ...write, body: asked.text, document: documentAt(asked.url) ?? pathname, answer: null }
}

/** Whether an answer says that the same request may fare better later. */
export const isWorthRepeating = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500

/** Whether the record store no longer knows the launch: what waits is sent under the next one of the same person, if it can be. */
export const isOutOfDate = (status: number) => status === 401
