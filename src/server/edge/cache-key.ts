import { fillPath, formatUrl } from '#api/address.ts'
import type { MatchedCall } from './contract-routes.ts'

type Query = Record<string, string | string[]>

const lowerCased = (template: string) =>
  template.replace(/:\w+|[^:]+/g, (part) => (part.startsWith(':') ? part : part.toLowerCase()))

/** Normalizes the path parameters: `007` is the id 7, and texts keep their case. */
const normalizedParams = ({ served, params }: MatchedCall) =>
  Object.fromEntries(
    Object.entries(params).map(([name, text]) => [
      name,
      name in (served.call.params?.shape ?? {}) ? text : Number(text),
    ]),
  )

function declaredQuery({ served }: MatchedCall, query: Query): Query {
  const names = Object.keys(served.call.query?.shape ?? {})
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}

/**
 * Creates the cache key of a request: its path and query in one spelling.
 *
 * Literal segments are in lower case, ids without leading zeros, path parameters that are texts as they are. The query
 * is sorted by name, without empty parameters and those that the call does not declare. A parameter that repeats its
 * default stays, so it gives another key than none. The method, the language and the person are not in the key.
 */
export function createCacheKey(match: MatchedCall, query: Query): string {
  const [, template = ''] = match.served.name.split(' ')
  return formatUrl(fillPath(lowerCased(template), normalizedParams(match)), declaredQuery(match, query))
}
