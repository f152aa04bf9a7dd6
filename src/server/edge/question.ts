import { addressOf, pathOf } from '#api/address.ts'
import type { Match } from '#api/router.ts'

type Query = Record<string, string | string[]>

const lowerCased = (template: string) =>
  template.replace(/:\w+|[^:]+/g, (part) => (part.startsWith(':') ? part : part.toLowerCase()))

/** Ids written differently (`007`) are one id; texts keep their case. */
const plain = (match: Match) =>
  Object.fromEntries(
    Object.entries(match.params).map(([name, text]) => [
      name,
      name in (match.served.call.params?.shape ?? {}) ? text : Number(text),
    ]),
  )

function known(match: Match, query: Query): Query {
  const names = Object.keys(match.served.call.query?.shape ?? {})
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}

/** One address for all ways to write a question: fixed segments in lower case, sorted query, nothing the call ignores. */
export function addressOfQuestion(match: Match, query: Query): string {
  const [, template = ''] = match.served.name.split(' ')
  return addressOf(pathOf(lowerCased(template), plain(match)), known(match, query))
}
