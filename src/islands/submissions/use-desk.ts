import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { SubmissionPage } from '#api/participation/submissions/desk/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { filterOfOne, type SubmissionSearch, submissionsUrl, toSubmissionFilter } from './submissions-url.ts'

const wait = 250

type Write = 'none' | 'push' | 'replace'

interface Running {
  timer: ReturnType<typeof setTimeout>
  stop: AbortController
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Where a press leads when it is on a link to the desk itself. */
function deskLink(event: MouseEvent): URL | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link && isPlain(event) && link.pathname.toLowerCase() === submissionsUrl.path ? new URL(link.href) : null
}

const listed = ({ submissionId: _, ...list }: SubmissionSearch) => JSON.stringify(list)

/** The opened one: out of the list, or alone when an address names one that the list does not hold. */
async function findOne(id: number, items: readonly Submission[], signal: AbortSignal): Promise<Submission | null> {
  const known = items.find(({ submissionId }) => submissionId === id)
  if (known) return known
  const found = await api('POST /submissionAdmin', { body: filterOfOne(id) }, { signal })
  return found?.items[0] ?? null
}

interface Stored {
  search: SubmissionSearch
  found: SubmissionPage
  opened: Submission | null
  userId: number
}

/** The list and what lies open of it. Both stand in the address, and back works. */
export function useDesk(stored: Stored) {
  const [search, setSearch] = useState(stored.search)
  const [found, setFound] = useState(stored.found)
  const [opened, setOpened] = useState(stored.opened)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<Running | null>(null)
  const shown = useRef({ search: stored.search, found: stored.found })
  const wanted = useRef(stored.search)

  const ask = async (
    next: SubmissionSearch,
    { anew, write, signal }: { anew: boolean; write: Write; signal: AbortSignal },
  ) => {
    const isKnown = !anew && listed(next) === listed(shown.current.search)
    const page = isKnown
      ? shown.current.found
      : await api('POST /submissionAdmin', { body: toSubmissionFilter(next, stored.userId) }, { signal })
    if (!page || signal.aborted) return
    const one = next.submissionId ? await findOne(next.submissionId, page.items, signal) : null
    if (signal.aborted) return
    shown.current = { search: next, found: page }
    // The list is shown before its address, so that a press after it meets the new rows.
    flushSync(() => {
      setFound(page)
      setOpened(one)
      setProblem(null)
    })
    if (write === 'push') history.pushState(null, '', submissionsUrl.href(next))
    if (write === 'replace') history.replaceState(null, '', submissionsUrl.href(next))
  }

  const show = (next: SubmissionSearch, { after = 0, write = 'none' as Write, anew = false } = {}) => {
    wanted.current = next
    setSearch(next)
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    const stop = new AbortController()
    const run = () =>
      void ask(next, { anew, write, signal: stop.signal }).catch((error: unknown) =>
        setProblem(failureOf(error).message),
      )
    running.current = { timer: setTimeout(run, after), stop }
  }

  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    const back = () => latest.current(submissionsUrl.parse(new URL(location.href)))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])

  const change = (fields: Partial<SubmissionSearch>) => {
    const isTyped = 'text' in fields
    const next = { ...search, page: 1, submissionId: null, ...fields }
    show(next, { after: isTyped ? wait : 0, write: isTyped ? 'replace' : 'push' })
  }
  const follow = (event: MouseEvent) => {
    const target = deskLink(event)
    if (!target) return
    event.preventDefault()
    show(submissionsUrl.parse(target), { write: 'push' })
  }
  return {
    search,
    found,
    opened,
    problem,
    change,
    follow,
    open: (submissionId: number | null) => show({ ...search, submissionId }, { write: 'push' }),
    /** Shows what has changed at once; the list follows. */
    replace: (changed: readonly Submission[]) => {
      const byId = new Map(changed.map((one) => [one.submissionId, one]))
      const { found } = shown.current
      const items = found.items.map((one) => byId.get(one.submissionId) ?? one)
      shown.current = { ...shown.current, found: { ...found, items } }
      setFound({ ...found, items })
      setOpened((now) => (now && byId.get(now.submissionId)) ?? now)
    },
    /** The list anew. Whoever has stepped on before the answer came is not called back, and not led on either. */
    reload: (step?: { from: number; to: number | null }) => {
      const { submissionId } = wanted.current
      const next = step && step.from === submissionId ? step.to : submissionId
      show({ ...wanted.current, submissionId: next }, { write: 'replace', anew: true })
    },
  }
}
