import { createContext, use, useContext } from 'react'
import type { Translate } from '#locales/translate.ts'
import { phrase, type Resources } from './phrase.ts'

/** Language of the island, `sv` or `en`. */
export const Language = createContext('sv')

type TextSource = (language: string, namespace: string) => Translate

interface BrowserTexts {
  translate: TextSource
  has: (language: string, namespace: string) => boolean
  /** Loads a namespace; callers that wait for the same one share a promise. */
  load: (language: string, namespace: string) => Promise<void>
}

/** Texts that the page has put into `<script id="texts" type="application/json">`. */
function browserTexts(): BrowserTexts {
  const holder = document.getElementById('texts')
  const resources = JSON.parse(holder?.textContent || '{}') as Resources
  const loading = new Map<string, Promise<void>>()
  async function fetchTexts(language: string, namespace: string): Promise<void> {
    const { loadTexts } = await import('./texts-loader.ts')
    for (const [lng, texts] of Object.entries(await loadTexts(language, namespace)))
      resources[lng] = { ...resources[lng], [namespace]: texts }
  }
  return {
    translate: (language, namespace) => (key, values) => phrase(resources, { language, namespace }, key, values),
    has: (language, namespace) => resources[language]?.[namespace] !== undefined,
    load(language, namespace) {
      const name = `${language}/${namespace}`
      const promise = loading.get(name) ?? fetchTexts(language, namespace)
      loading.set(name, promise)
      return promise
    },
  }
}

let browser: BrowserTexts | null = null
let server: TextSource | null = null

async function serverTexts(): Promise<TextSource> {
  const { translator } = await import('#locales/translate.ts')
  return (language, namespace) => translator(language, namespace)
}

if (import.meta.env.SSR) server = await serverTexts()

/**
 * Returns the translator of a namespace in the island's language, or in `language` for a component placed directly into
 * a page. Suspends in the browser while it fetches a namespace that the page does not include.
 */
export function useTexts(namespace: string, language?: string): Translate {
  const islandLanguage = useContext(Language)
  const reader = language ?? islandLanguage
  if (server) return server(reader, namespace)
  browser ??= browserTexts()
  if (!browser.has(reader, namespace)) use(browser.load(reader, namespace))
  return browser.translate(reader, namespace)
}

/** Returns the language of the island, `sv` or `en`. */
export const useLanguage = () => useContext(Language)
