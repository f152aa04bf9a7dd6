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

/** A translator for one request: keys are `key` in the first namespace or `namespace:key`. Never changes the global language. */
export function translator(language: string, ...namespaces: string[]): Translate {
  const t = instance.getFixedT(language, [...namespaces, 'common'])
  return (key, values) => t(key, { ...values })
}

export const textsOf = (language: string, namespace: string): Record<string, string> | undefined =>
  resources[language]?.[namespace]

export const namespaces = Object.keys(resources['sv'] ?? {})
