import i18next from 'i18next'
import { type ComponentType, createContext, useContext } from 'react'
import type { Translate } from '#locales/translate.ts'

const Language = createContext('sv')

type TextSource = (language: string, namespace: string) => Translate

/** In the browser the page has put the islands' texts into `<script id="texts" type="application/json">`. */
function browserTexts(): TextSource {
  const holder = document.getElementById('texts')
  const resources = JSON.parse(holder?.textContent || '{}') as Record<string, Record<string, Record<string, string>>>
  const instance = i18next.createInstance()
  void instance.init({
    resources,
    fallbackLng: 'sv',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return (language, namespace) => {
    const t = instance.getFixedT(language, [namespace, 'common'])
    return (key, values) => t(key, { ...values })
  }
}

let source: TextSource | null = null

async function serverTexts(): Promise<TextSource> {
  const { translator } = await import('#locales/translate.ts')
  return (language, namespace) => translator(language, namespace)
}

if (import.meta.env.SSR) source = await serverTexts()

/** The translator of a namespace in the island's language; a part placed straight into a page is told the language. */
export function useTexts(namespace: string, language?: string): Translate {
  const ofIsland = useContext(Language)
  source ??= browserTexts()
  return source(language ?? ofIsland, namespace)
}

export const useLanguage = () => useContext(Language)

/** Wraps a top-level island, so that all below it speak the page's language. */
export function island<Props extends object>(Component: ComponentType<Props>) {
  return function Island({ language, ...props }: Props & { language: string }) {
    return (
      <Language value={language}>
        <Component {...(props as unknown as Props)} />
      </Language>
    )
  }
}
