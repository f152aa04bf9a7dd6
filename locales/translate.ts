import i18next, { type i18n } from 'i18next'

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

/** Texts without values, by language and namespaces: looked up once in an isolate's life. */
const plainTexts = new Map<string, Map<string, string>>()

function plainTextsOf(language: string, namespaces: readonly string[]): Map<string, string> {
  const name = [language, ...namespaces].join(' ')
  const texts = plainTexts.get(name) ?? new Map<string, string>()
  plainTexts.set(name, texts)
  return texts
}

/** A translator for one request: keys are `key` in the first namespace or `namespace:key`. Never changes the global language. */
export function translator(language: string, ...namespaces: string[]): Translate {
  const plain = plainTextsOf(language, namespaces)
  const t = (key: string, values?: Record<string, unknown>) =>
    instance.t(key, { ...values, lng: language, ns: [...namespaces, 'common'] })
  return (key, values) => {
    if (values) return t(key, values)
    const known = plain.get(key)
    if (known !== undefined) return known
    const text = t(key)
    // A key that is no text's is somebody's mistake and must not fill the memory.
    if (text !== key) plain.set(key, text)
    return text
  }
}

export const textsOf = (language: string, namespace: string): Record<string, string> | undefined =>
  resources[language]?.[namespace]

export const namespaces = Object.keys(resources['sv'] ?? {})
