import type { Hono, MiddlewareHandler } from 'hono'
import type { Method } from '#api/calls.ts'
import { Refused } from '#api/refusals.ts'
import type { ServedCall } from '#api/serve.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import type { EdgeContext, EdgeEnv } from './edge-env.ts'

/** A call and the parameters in the path of a request for it. */
export interface MatchedCall {
  served: ServedCall
  params: Record<string, string>
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE']

const segmentsOf = (path: string) => path.replace(/^\/|\/$/g, '').split('/')

const toCallPath = (request: Request) => getRequestUrl(request).pathname.replace(/^\/api/i, '')

/**
 * Returns the path that Hono matches: without the prefix `/api`, in lower case, without a trailing slash (spec C-09).
 * `/api` alone gives `/`. Path parameters are not read from it, so texts keep their case.
 */
export const callPath = (request: Request): string => `/${segmentsOf(toCallPath(request)).join('/').toLowerCase()}`

const templateOf = ({ name }: ServedCall) => name.split(' ')[1] ?? ''

const isText = ({ call }: ServedCall, param: string) => param in (call.params?.shape ?? {})

/** Sorts literal segments before numbers and numbers before texts, leftmost first (spec C-12). */
const specificity = (served: ServedCall) =>
  segmentsOf(templateOf(served))
    .map((segment) => (segment.startsWith(':') ? (isText(served, segment.slice(1)) ? '2' : '1') : '0'))
    .join('')

const toRoute = (served: ServedCall) =>
  templateOf(served).replace(/:(\w+)|[^:]+/g, (part, param?: string) =>
    param === undefined ? part.toLowerCase() : isText(served, param) ? part : `${part}{[0-9]{1,10}}`,
  )

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Reads the path parameters of a call as decoded texts; null when one is missing, empty or cannot be decoded, or an id
 * is not 1 to 10 digits. `textAt` returns the percent-encoded text of a parameter, by name and by index of its segment.
 * Does not compare the literal segments.
 */
export function matchParams(served: ServedCall, textAt: (param: string, index: number) => string): MatchedCall | null {
  const params: Record<string, string> = {}
  for (const [index, segment] of segmentsOf(templateOf(served)).entries()) {
    if (!segment.startsWith(':')) continue
    const param = segment.slice(1)
    const text = decoded(textAt(param, index))
    if (!text || !(isText(served, param) || /^\d{1,10}$/.test(text))) return null
    params[param] = text
  }
  return { served, params }
}

/** Sets the matched call of a request. Parameters are read from the path as sent, so texts keep their case. */
const matchCall =
  (served: ServedCall): MiddlewareHandler<EdgeEnv> =>
  (c, next) => {
    if (!c.var.matched) {
      const segments = segmentsOf(toCallPath(c.req.raw))
      c.set('matched', matchParams(served, (_, index) => segments[index] ?? '') ?? undefined)
    }
    return next()
  }

/**
 * Mounts the routes of the calls on `api`, whose `getPath` must be `callPath`. The routes run no call: they set the
 * first one that matches a request as `matched`, for the middleware behind them. Literal segments match before ids, and
 * ids before texts (spec C-12), whatever the order of `calls`.
 *
 * The refusals are for requests that no call matches; mounting refuses nothing.
 *
 * @throws Refused('method_not_allowed') with the allowed methods when the path exists under other methods.
 * @throws Refused('not_found') when no call has the path.
 */
export function mountContract(api: Hono<EdgeEnv>, calls: readonly ServedCall[]): void {
  const inOrder = calls.toSorted((a, b) => specificity(a).localeCompare(specificity(b)))
  for (const served of inOrder) api.on(served.name.split(' ', 1), toRoute(served), matchCall(served))
  const routesAt = (method: string, path: string) => api.router.match(method, path)[0].length
  api.use((c, next) => {
    if (c.var.matched) return next()
    const path = callPath(c.req.raw)
    const isMatch = (method: string) => decoded(path) !== null && routesAt(method, path) > routesAt('TRACE', path)
    const allowed = methods.filter(isMatch)
    throw allowed.length > 0 ? new Refused('method_not_allowed', { details: { allowed } }) : new Refused('not_found')
  })
}

/**
 * Returns the call that the routes have matched, with its path parameters as decoded texts. An id is a text of 1 to 10
 * digits. For middleware behind `mountContract`.
 *
 * @throws Refused('not_found') when no call matches.
 */
export function getMatchedCall({ var: { matched } }: EdgeContext): MatchedCall {
  if (!matched) throw new Refused('not_found')
  return matched
}
