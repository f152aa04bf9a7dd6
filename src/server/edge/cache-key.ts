import { fillPath, formatUrl } from '#api/address.ts'
import type { MatchedCall } from './contract-routes.ts'

type Query = Record<string, string | string[]>

const lowerCased = (template: string) =>
  template.replace(/:\w+|[^:]+/g, (part) => (part.startsWith(':') ? part : part.toLowerCase()))

/** Ids written differently (`007`) are one id; texts keep their case. */
const plain = ({ served, params }: MatchedCall) =>
  Object.fromEntries(
    Object.entries(params).map(([name, text]) => [
      name,
      name in (served.call.params?.shape ?? {}) ? text : Number(text),
    ]),
  )

function known({ served }: MatchedCall, query: Query): Query {
  const names = Object.keys(served.call.query?.shape ?? {})
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}

/** One address for all ways to write a request: fixed segments in lower case, sorted query, nothing the call ignores. */
export function cacheKeyOf(match: MatchedCall, query: Query): string {
  const [, template = ''] = match.served.name.split(' ')
  return formatUrl(fillPath(lowerCased(template), plain(match)), known(match, query))
}
