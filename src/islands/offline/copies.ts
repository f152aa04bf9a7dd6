/** Told by a page that may be kept: until when. A page without it is never kept. */
export const untilHeader = 'x-kept-until'
/** When the copy was made; the worker's own word. */
export const atHeader = 'x-kept-at'

/** So many lists does somebody have who runs two courses and examines at a third place. */
export const copiesAtMost = 3

/** So long a bad line is waited for before a copy is shown. */
export const patienceMs = 6000

const keptMs = 8 * 3_600_000

/** A working day, which is less than the session lasts when it is used; its last day is cut short with it. */
export const keptUntil = (now: Date, sessionEndsAt: Date): Date =>
  new Date(Math.min(now.getTime() + keptMs, sessionEndsAt.getTime()))

type Told = Pick<Headers, 'get'>

export const isGood = (headers: Told, now: number): boolean => Date.parse(headers.get(untilHeader) ?? '') > now

type Answer = Pick<Response, 'status' | 'type' | 'redirected'> & { headers: Told }

/**
 * What an answer from the server means for the copy: a page that says that it may be kept replaces it; one that sends the
 * reader elsewhere, or refuses them, ends it; a server that stumbles says nothing.
 */
export function verdictOn({ status, type, redirected, headers }: Answer, now: number): 'keep' | 'forget' | 'leave' {
  if (status >= 500 || status === 429) return 'leave'
  if (status !== 200 || type === 'opaqueredirect' || redirected) return 'forget'
  return isGood(headers, now) ? 'keep' : 'forget'
}

/** The page says of itself that it is a copy, and from when. */
export const markedCopy = (html: string, at: string): string =>
  html.replace(/<html\b/i, `<html data-copy-at="${new Date(at).toISOString()}"`)

/** Lists that are worked on at a track, each with a worker of its own; their common beginning stands in `_headers`. */
const listScopes = ['/education/manageOccasion/', '/education/managePracticalDriverExam/'] as const

export const scopeOf = (pathname: string): string | undefined => listScopes.find((scope) => pathname.startsWith(scope))

/** The list itself, whatever is searched for in it; not its form, and nothing beside it. */
export const isList = ({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean => {
  const scope = scopeOf(pathname)
  return scope !== undefined && /^\d+$/.test(pathname.slice(scope.length)) && searchParams.get('tab') !== 'details'
}

/** What a page is made of and what is no secret: the same for everybody. */
export const isAsset = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  /^\/(?:_astro|theme|locales)\/|^\/favicon/.test(pathname)

/** Its name holds a hash of what is in it. */
export const isForGood = ({ pathname }: Pick<URL, 'pathname'>): boolean => pathname.startsWith('/_astro/')
