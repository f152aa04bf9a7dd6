import { filled } from '#locales/filled.ts'

/** Texts by language, namespace and key. */
export type Resources = Record<string, Record<string, Record<string, string>>>

const fallback = 'sv'
const plurals = new Map<string, Intl.PluralRules>()

/** Returns the plural form of a text. As in i18next, a `_zero` text comes before the language's own form for zero. */
function countedText(texts: Record<string, string> | undefined, key: string, count: unknown, language: string) {
  if (typeof count !== 'number') return undefined
  const none = count === 0 ? texts?.[`${key}_zero`] : undefined
  return none ?? texts?.[`${key}_${pluralOf(language, count)}`]
}

function pluralOf(language: string, count: number): string {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language)
  plurals.set(language, rules)
  return rules.select(count)
}

/**
 * Returns the text that i18next would return, from the texts that the page includes. The namespace comes before the
 * common one, the reader's language before Swedish, the plural form before the plain one. `namespace:key` is looked up
 * in that namespace only, and a key without a text is returned without its namespace. i18next itself would be a fifth
 * of a page's script.
 *
 * `values` fill the placeholders of the text. A number as `count` chooses the plural form; any other `count` the plain
 * text.
 */
export function phrase(
  resources: Resources,
  reader: { language: string; namespace: string },
  key: string,
  values: Record<string, unknown> = {},
): string {
  const [, named, plain = key] = /^([\w-]+):(.+)$/s.exec(key) ?? []
  const { count } = values
  for (const namespace of named ? [named] : [reader.namespace, 'common']) {
    for (const language of [reader.language, fallback]) {
      const texts = resources[language]?.[namespace]
      const text = countedText(texts, plain, count, language) ?? texts?.[plain]
      if (text !== undefined) return filled(text, values, reader.language)
    }
  }
  return plain
}
