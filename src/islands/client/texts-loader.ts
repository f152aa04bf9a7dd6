import i18next from 'i18next'
import HttpBackend from 'i18next-http-backend'

export type Texts = Record<string, string>

const isLocal = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(host)

/** Swedish texts built with the islands, for when the network fails to deliver them. */
const bundled = import.meta.glob<Texts>('../../../locales/sv/*.json', { import: 'default' })

const bundledTexts = async (namespace: string): Promise<Texts> =>
  (await bundled[`../../../locales/sv/${namespace}.json`]?.()) ?? {}

/**
 * Fetches the texts of a namespace that the page does not include, by language: the reader's and Swedish, which
 * replaces missing ones. A 5xx or a network error is tried three times more, after 0.5, 1 and 2 seconds; a 4xx never.
 * Swedish that cannot be fetched is imported from a file that is built with the islands, and rejects when that fails
 * too; another language is then empty.
 */
export async function loadTexts(language: string, namespace: string): Promise<Record<string, Texts>> {
  const instance = i18next.createInstance().use(HttpBackend)
  await instance.init({
    lng: language,
    fallbackLng: 'sv',
    ns: [namespace],
    defaultNS: namespace,
    keySeparator: false,
    debug: isLocal(location.hostname),
    maxRetries: 3,
    retryTimeout: 500,
    backend: {
      loadPath: '/locales/{{lng}}/{{ns}}.json',
      reloadInterval: false,
      alternateFetch: (address: RequestInfo | URL, init?: RequestInit) => fetch(address, init),
    },
  })
  const textsIn = (lng: string): Texts => instance.getResourceBundle(lng, namespace) ?? {}
  const swedish = textsIn('sv')
  return {
    sv: Object.keys(swedish).length > 0 ? swedish : await bundledTexts(namespace),
    ...(language === 'sv' ? {} : { [language]: textsIn(language) }),
  }
}
