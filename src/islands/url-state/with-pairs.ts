/** Names and values of parameters in a URL. */
export type Pairs = readonly (readonly [string, string])[]

/** Returns a path and query with more parameters after its own. */
export function withPairs(href: string, pairs: Pairs): string {
  const more = new URLSearchParams(pairs.map((pair) => [...pair]))
  return more.size > 0 ? `${href}${href.includes('?') ? '&' : '?'}${more}` : href
}
