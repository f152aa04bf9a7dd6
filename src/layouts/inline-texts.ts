import { textsOf } from '#locales/translate.ts'

const serialized = new Map<string, string>()

/**
 * Escapes characters that would end the script element, and those beyond Latin-1: a single one makes the engine store
 * the whole page with two bytes for each character.
 */
const escaped = (json: string): string =>
  json.replace(/[<\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Returns the texts of namespaces as JSON for a script element: `{ <language>: { <namespace>: texts } }`. `<` and
 * characters beyond Latin-1 are escaped. Serialized once in an isolate for each set.
 */
export function serializeTexts(language: string, namespaces: readonly string[]): string {
  const key = [language, ...namespaces].join(' ')
  const cached = serialized.get(key)
  if (cached !== undefined) return cached
  const texts = { [language]: Object.fromEntries(namespaces.map((name) => [name, textsOf(language, name)])) }
  const json = escaped(JSON.stringify(texts))
  serialized.set(key, json)
  return json
}
