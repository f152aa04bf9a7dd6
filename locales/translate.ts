import i18next, { type i18n } from 'i18next'
import { filled } from './filled.ts'

/** All texts, bundled with the Worker; browsers get theirs inline or from /locales/{language}/{namespace}.json. */
const files = import.meta.glob<Record<string, string>>('./{sv,en}/*.json', { eager: true, import: 'default' })

const resources: Record<string, Record<string, Record<string, string>>> = {}
for (const [path, texts] of Object.entries(files)) {
  const [, language = '', namespace = ''] = /\.\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? []
  resources[language] = { ...resources[language], [namespace]: texts }
}

const instance: i18n = i18next.createInstance()
void instance.init({
  resources,
  fallbackLng: 'sv',
  supportedLngs: ['sv', 'en'],
  keySeparator: false,
  nsSeparator: ':',
  initAsync: false,
  interpolation: { escapeValue: false },
})

export type Translate = (key: string, values?: Record<string, unknown>) => string

/** Texts before their values are put in, by language and namespaces: looked up once in an isolate's life. */
const texts = new Map<string, Map<string, string>>()

function textsFor(language: string, namespaces: readonly string[]): Map<string, string> {
  const name = [language, ...namespaces].join(' ')
  const known = texts.get(name) ?? new Map<string, string>()
  texts.set(name, known)
  return known
}

const plurals = { sv: new Intl.PluralRules('sv'), en: new Intl.PluralRules('en') }

/** Returns the key of the text for none, for one or for several. */
function formOf(key: string, count: unknown, language: string): string {
  if (typeof count !== 'number') return key
  return `${key} ${count === 0 ? 'none' : plurals[language === 'en' ? 'en' : 'sv'].select(count)}`
}

/**
 * Creates a translator for one request: keys are `key` in the given namespaces or `common`, or `namespace:key`. A text
 * that the language lacks is Swedish, and an unknown key is returned as it is; `count` selects the form for none, one
 * or several. Never changes the global language.
 */
export function translator(language: string, ...namespaces: string[]): Translate {
  const known = textsFor(language, namespaces)
  const where = { lng: language, ns: [...namespaces, 'common'] }
  return (key, values) => {
    if (values && ('defaultValue' in values || 'context' in values)) return instance.t(key, { ...values, ...where })
    const form = values ? formOf(key, values['count'], language) : key
    const text = known.get(form) ?? instance.t(key, { ...where, count: values?.['count'], skipInterpolation: true })
    // A key that is no text's is somebody's mistake and must not fill the memory.
    if (text !== key) known.set(form, text)
    return values ? filled(text, values, language) : text
  }
}

/** Returns the texts of a namespace by key, with their placeholders; undefined for an unknown one. */
export const textsOf = (language: string, namespace: string): Record<string, string> | undefined =>
  resources[language]?.[namespace]

/** Names of all namespaces. */
export const namespaces = Object.keys(resources['sv'] ?? {})
