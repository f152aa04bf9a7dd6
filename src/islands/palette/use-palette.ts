import { useEffect, useState } from 'react'
import type { SearchResults } from '#api/office/search/contract.ts'
import { contentLanguage } from '#locales/content-language.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { type HitGroup, hasContentTitles, toHitGroups } from '../search/hit-groups.ts'
import { listOffered, listStatementLinks, type OptionGroup, type PaletteContent } from './palette-content.ts'

const debounceMs = 150
/** Highest number of search results of each kind. */
const maxHits = 5

let content: Promise<PaletteContent> | null = null

async function fetchContent(): Promise<PaletteContent> {
  const response = await fetch('/palette.json')
  if (!response.ok) throw new Error(`palette ${response.status}`)
  return (await response.json()) as PaletteContent
}

/** Loads pages and actions once for each page; a failure is tried again the next time. */
function loadContent(): Promise<PaletteContent> {
  content ??= fetchContent().catch((error: unknown) => {
    content = null
    throw error
  })
  return content
}

const isSearchable = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2

const toOptions = ({ kind, hits }: HitGroup): OptionGroup => ({
  name: kind,
  options: hits.map(({ key, title, ...hit }) => ({
    id: key,
    label: title,
    lang: hasContentTitles(kind) ? contentLanguage : undefined,
    ...hit,
  })),
})

type SearchState = 'none' | 'searching' | 'done' | 'failed'

/** Results with the text that they are for. */
interface SearchAnswer {
  results: SearchResults
  q: string
}

/** Searches on the server while the reader types; the results of the text before stay until the next ones are there. */
function useSearch(text: string) {
  const [found, setFound] = useState<SearchAnswer | null>(null)
  const [state, setState] = useState<SearchState>('none')
  useEffect(() => {
    const q = text.trim()
    setState(isSearchable(q) ? 'searching' : 'none')
    if (!isSearchable(q)) {
      setFound(null)
      return
    }
    const stop = new AbortController()
    const search = async () => {
      try {
        const results = await api('GET /search', { query: { q, limit: maxHits } }, { signal: stop.signal })
        if (!results || stop.signal.aborted) return
        setFound({ results, q })
        setState('done')
      } catch {
        if (!stop.signal.aborted) setState('failed')
      }
    }
    const timer = setTimeout(() => void search(), debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return { found, state }
}

/**
 * Returns the groups that the palette offers for a text: pages and actions at once, search results when they arrive.
 * The server is asked 150 ms after the last keystroke, from two letters or digits on, for five results of each kind.
 * For a reader of course statements, those of the found people come last. Results of the text before stay until the
 * next ones arrive, also when the search fails. `state` is that of the search (`none`, `searching`, `done`, `failed`),
 * and `isLoading` that of the pages, whose groups are left out when they fail.
 */
export function usePalette(text: string) {
  const [offered, setOffered] = useState<PaletteContent>({ recent: [], targets: [] })
  const [isLoading, setLoading] = useState(true)
  useEffect(() => {
    loadContent()
      .then(setOffered)
      .catch((error: unknown) => console.error('palette', error))
      .finally(() => setLoading(false))
  }, [])
  const t = useTexts('search')
  const language = useLanguage() === 'en' ? 'en' : 'sv'
  const { found, state } = useSearch(text)
  const hits = found ? toHitGroups(found.results, found.q, { t, language }).map(toOptions) : []
  const statements = listStatementLinks(offered, found?.results.people?.items ?? [])
  return { groups: [...listOffered(offered, text), ...hits, ...statements], state, isLoading }
}
