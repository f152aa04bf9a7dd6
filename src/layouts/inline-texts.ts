import { textsOf } from '#locales/translate.ts'

const written = new Map<string, string>()

/** The texts of these namespaces as JSON for a script element: written once in an isolate's life, for few pages ask for different ones. */
export function inlineTexts(language: string, namespaces: readonly string[]): string {
  const key = [language, ...namespaces].join(' ')
  const known = written.get(key)
  if (known !== undefined) return known
  const texts = { [language]: Object.fromEntries(namespaces.map((name) => [name, textsOf(language, name)])) }
  const json = JSON.stringify(texts).replaceAll('<', '\\u003c')
  written.set(key, json)
  return json
}
