/** Fills `:name` segments; ids and texts are percent-encoded. */
export const pathOf = (template: string, params: Record<string, string | number>) =>
  template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** Path and query with sorted keys, so that equal questions have one address. Lists become repeated keys. */
export function addressOf(path: string, query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const key of Object.keys(query).sort()) {
    const value = query[key]
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, textOf(one))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
