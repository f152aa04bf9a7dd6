import { filled } from '#locales/filled.ts'

/** Language to namespace to key to text. */
export type Resources = Record<string, Record<string, Record<string, string>>>

const fallback = 'sv'
const plurals = new Map<string, Intl.PluralRules>()

/** As i18next: a text for none at all comes before the language's own form for zero. */
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
 * What i18next makes of a key, for the texts that a page brings along: the namespace before the common one, the reader's
 * language before Swedish, the plural form before the plain one. The whole library would be a fifth of a page's script.
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
