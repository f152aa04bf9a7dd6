import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toFailure } from '../editing/use-draft.ts'
import { typingWaitMs, usePopState } from './history.ts'

interface LoadOptions {
  signal: AbortSignal
  /** Whether earlier results are stale even for the same search. */
  isStale: boolean
}

interface LiveSearchOptions<Search, Found> {
  url: { path: string; parse: (from: URL) => Search }
  href: (search: Search) => string
  initial: Search
  /** Returns null when the request was aborted. */
  load: (search: Search, options: LoadOptions) => Promise<Found | null>
  onFound: (found: Found, search: Search) => void
}

interface PendingLoad {
  timer: ReturnType<typeof setTimeout>
  stop: AbortController
}

interface ShowOptions {
  /** Wait before the load, in milliseconds; 0 by default. */
  waitMs?: number
  /** How the URL is written after the load; by default not at all. */
  write?: 'push' | 'replace' | undefined
  isStale?: boolean
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Returns the URL of a pressed link when it leads to the same screen. */
function linkWithin(event: MouseEvent, path: string): URL | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link && isPlain(event) && link.pathname.toLowerCase() === path ? new URL(link.href) : null
}

/**
 * Loads a list as its search changes. The search is stored in the URL (written by `href`, read by `url`), so that Back
 * works; a newer search aborts the older, for which `load` resolves with null.
 *
 * `initial` is read once and not loaded. `onFound` receives the rows before the URL changes. A failed load sets
 * `problem`, and leaves the list and the URL. Back and Forward load the search of their URL. `search` changes at once,
 * `latest` returns it in a callback of an earlier rendering.
 *
 * `show` loads at once and leaves the URL, unless `waitMs` (milliseconds) and `write` say otherwise. `change` returns
 * to page 1, waits 250 ms after typed text and replaces the entry of the history; other filters load at once and add
 * one. `follow` loads the search of a pressed link to the same list instead of its page, and returns whether it was
 * one.
 */
export function useLiveSearch<Search extends { text: string; page: number }, Found>({
  url,
  href,
  initial,
  load,
  onFound,
}: LiveSearchOptions<Search, Found>) {
  const [search, setSearch] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<PendingLoad | null>(null)
  const requested = useRef(initial)

  async function run(next: Search, { write, isStale = false }: ShowOptions, { signal }: AbortController) {
    const result = await load(next, { signal, isStale })
    if (result === null || signal.aborted) return
    // The list is rendered before its URL is written, so that a press right after it meets the new rows.
    flushSync(() => {
      onFound(result, next)
      setProblem(null)
    })
    if (write === 'push') history.pushState(null, '', href(next))
    if (write === 'replace') history.replaceState(null, '', href(next))
  }

  function show(next: Search, options: ShowOptions = {}) {
    requested.current = next
    setSearch(next)
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    const stop = new AbortController()
    const begin = () =>
      void run(next, options, stop).catch((error: unknown) => {
        // A search that a newer one has replaced has no problem to show.
        if (!stop.signal.aborted) setProblem(toFailure(error).message)
      })
    running.current = { timer: setTimeout(begin, options.waitMs ?? 0), stop }
  }

  usePopState(() => show(url.parse(new URL(location.href))))

  return {
    search,
    problem,
    show,
    /** Returns the latest requested search, for callbacks of an earlier rendering. */
    latest: () => requested.current,
    /** Changes the search and returns to its first page; typing adds no entry to the history. */
    change: (fields: Partial<Search>) => {
      const isTyped = 'text' in fields
      show(
        { ...search, page: 1, ...fields },
        { waitMs: isTyped ? typingWaitMs : 0, write: isTyped ? 'replace' : 'push' },
      )
    },
    /** Follows a link within the screen without loading the page; returns whether it was one. */
    follow: (event: MouseEvent): boolean => {
      const target = linkWithin(event, url.path)
      if (!target) return false
      event.preventDefault()
      show(url.parse(target), { write: 'push' })
      return true
    },
  }
}
