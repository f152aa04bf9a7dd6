import { textsOf } from '#locales/translate.ts'

const written = new Map<string, string>()

/**
 * Escapes what would end the script element, and characters beyond Latin-1: a single one of them makes the engine hold the whole page
 * in two bytes a character.
 */
const escaped = (json: string): string =>
  json.replace(/[<\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The texts of these namespaces as JSON for a script element: written once in an isolate's life, for few pages ask for different ones. */
export function inlineTexts(language: string, namespaces: readonly string[]): string {
  const key = [language, ...namespaces].join(' ')
  const known = written.get(key)
  if (known !== undefined) return known
  const texts = { [language]: Object.fromEntries(namespaces.map((name) => [name, textsOf(language, name)])) }
  const json = escaped(JSON.stringify(texts))
  written.set(key, json)
  return json
}
