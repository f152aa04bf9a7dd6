import { useRef, useState } from 'react'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { SubmissionPage } from '#api/participation/submissions/review/contract.ts'
import { api } from '../client/api.ts'
import { useLiveSearch } from '../filters/use-live-search.ts'
import { type SubmissionSearch, submissionsUrl, toSingleFilter, toSubmissionFilter } from './submissions-url.ts'

const toListKey = ({ submissionId: _, ...list }: SubmissionSearch) => JSON.stringify(list)

/** Returns the open submission from the list, or loads it when the list lacks it. */
async function findOne(id: number, items: readonly Submission[], signal: AbortSignal): Promise<Submission | null> {
  const listedItem = items.find(({ submissionId }) => submissionId === id)
  if (listedItem) return listedItem
  const page = await api('POST /submissionAdmin', { body: toSingleFilter(id) }, { signal })
  return page?.items[0] ?? null
}

interface InitialReview {
  search: SubmissionSearch
  found: SubmissionPage
  opened: Submission | null
  userId: number
}

/**
 * State of the list (`found`) and the open submission (`opened`). Both are in the URL, and Back works. `change` sets a
 * filter and closes the open submission, which `open` changes (null for none). `follow` loads a pressed link to the
 * list in place. A failed load is in `problem` and leaves both. `replace` shows changed submissions without a call, and
 * `reload` reads the list again. `stored` is read once.
 */
export function useReview(stored: InitialReview) {
  const [found, setFound] = useState(stored.found)
  const [opened, setOpened] = useState(stored.opened)
  const shown = useRef({ search: stored.search, found: stored.found })
  const live = useLiveSearch<SubmissionSearch, { page: SubmissionPage; one: Submission | null }>({
    url: submissionsUrl,
    href: submissionsUrl.href,
    initial: stored.search,
    load: async (next, { signal, isStale }) => {
      const isKnown = !isStale && toListKey(next) === toListKey(shown.current.search)
      const page = isKnown
        ? shown.current.found
        : await api('POST /submissionAdmin', { body: toSubmissionFilter(next, stored.userId) }, { signal })
      if (!page || signal.aborted) return null
      return { page, one: next.submissionId ? await findOne(next.submissionId, page.items, signal) : null }
    },
    onFound: ({ page, one }, next) => {
      shown.current = { search: next, found: page }
      setFound(page)
      setOpened(one)
    },
  })
  const { search, problem, show, latest, follow } = live
  return {
    search,
    found,
    opened,
    problem,
    follow,
    change: (fields: Partial<SubmissionSearch>) => live.change({ submissionId: null, ...fields }),
    open: (submissionId: number | null) => show({ ...search, submissionId }, { write: 'push' }),
    /** Opens the submission that follows a decision, null for none, in place of the decided one. */
    goOn: (submissionId: number | null) => show({ ...latest(), submissionId }, { write: 'replace' }),
    /** Replaces changed submissions at once, before the list is loaded again. */
    replace: (changed: readonly Submission[]) => {
      const byId = new Map(changed.map((one) => [one.submissionId, one]))
      const { found } = shown.current
      const items = found.items.map((one) => byId.get(one.submissionId) ?? one)
      shown.current = { ...shown.current, found: { ...found, items } }
      setFound({ ...found, items })
      setOpened((now) => (now && byId.get(now.submissionId)) ?? now)
    },
    /** Loads the list again, with the same submission open. */
    reload: () => show(latest(), { write: 'replace', isStale: true }),
  }
}

export type Review = ReturnType<typeof useReview>
