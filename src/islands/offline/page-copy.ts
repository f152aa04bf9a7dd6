/** Header of a page that may be stored: until when. Pages without it are never stored. */
export const untilHeader = 'x-kept-until'
/** Header that the service worker adds to a copy: when it was made. */
export const atHeader = 'x-kept-at'

/** Most copies: the licences of a person, with the lists of two courses and of an examination. */
export const maxCopies = 4

/** Wait for a slow network before a copy is shown. */
export const networkTimeoutMs = 6000

const storedMs = 8 * 3_600_000

/** Returns until when a page may be stored: for a working day of eight hours, but not after the session ends. */
export const storableUntil = (now: Date, sessionEndsAt: Date): Date =>
  new Date(Math.min(now.getTime() + storedMs, sessionEndsAt.getTime()))

type HeadersReader = Pick<Headers, 'get'>

/** Whether the time in `untilHeader` is later than `now` (epoch milliseconds); false without a readable one. */
export const isStorable = (headers: HeadersReader, now: number): boolean =>
  Date.parse(headers.get(untilHeader) ?? '') > now

type CopyCandidate = Pick<Response, 'status' | 'type' | 'redirected'> & { headers: HeadersReader }

/**
 * Returns what an answer means for the copy: a page that may be stored replaces it (`keep`), any other page, a
 * redirect or a refusal deletes it (`forget`), and a failing server or a 429 leaves it (`leave`).
 */
export function decideCopy(
  { status, type, redirected, headers }: CopyCandidate,
  now: number,
): 'keep' | 'forget' | 'leave' {
  if (status >= 500 || status === 429) return 'leave'
  if (status !== 200 || type === 'opaqueredirect' || redirected) return 'forget'
  return isStorable(headers, now) ? 'keep' : 'forget'
}

/**
 * Adds the time of the copy to the root element, so that the page knows that it is a copy.
 * @throws RangeError when `at` is no date.
 */
export const markAsCopy = (html: string, at: string): string =>
  html.replace(/<html\b/i, `<html data-copy-at="${new Date(at).toISOString()}"`)

/**
 * Paths of the lists that are used at a track, each with a service worker of its own; `_headers` allows them and the
 * profile.
 */
const listScopes = ['/education/manageOccasion/', '/education/managePracticalDriverExam/'] as const

/** The page of the reader's own profile, whose first tab are the licences. */
const profilePath = '/profile'

/**
 * Returns the path prefix of the pages that may be copied: `/profile` for exactly that path, the reader's own profile,
 * or that of a list for a track; undefined for any other path. A page below it may still not be copied, as `isCopied`
 * decides.
 */
export const findScope = (pathname: string): string | undefined =>
  pathname === profilePath ? profilePath : listScopes.find((scope) => pathname.startsWith(scope))

/**
 * Whether the page of the URL may be copied: the tab of licences of the reader's own profile, or a list for a track.
 * The profile counts without `tab` too. A list is a path of `listScopes` followed by digits only, with any search but
 * `tab=details`, which is its form.
 */
export const isCopied = ({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean => {
  if (pathname === profilePath) return [null, 'licenses'].includes(searchParams.get('tab'))
  const scope = findScope(pathname)
  return scope !== undefined && /^\d+$/.test(pathname.slice(scope.length)) && searchParams.get('tab') !== 'details'
}

/**
 * Whether the URL's path is of an asset, which is public and the same for everybody: below `/_astro/`, `/theme/` or
 * `/locales/`, or a favicon.
 */
export const isAsset = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  /^\/(?:_astro|theme|locales)\/|^\/favicon/.test(pathname)

/** Whether the name of the file contains a hash of its content. */
export const isImmutable = ({ pathname }: Pick<URL, 'pathname'>): boolean => pathname.startsWith('/_astro/')
