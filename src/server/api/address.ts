/**
 * Replaces the `:name` segments of a path by the percent-encoded values of `params`; a missing value becomes empty
 * text.
 */
export const fillPath = (template: string, params: Record<string, string | number>) =>
  template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/**
 * Returns path and query with sorted keys, so that equal queries have the same URL. Lists become repeated keys, dates
 * ISO text; null, undefined and empty text are left out.
 */
export function formatUrl(path: string, query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const key of Object.keys(query).sort()) {
    const value = query[key]
    if (value === undefined || value === null || value === '') continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, textOf(item))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
