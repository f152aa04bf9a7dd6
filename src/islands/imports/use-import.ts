import { useRef, useState } from 'react'
import type { ImportBatch, ImportedResultRow } from '#api/office/imports/contract.ts'
import { batchStatuses } from '#api/office/imports/rules.ts'
import { api, isTransient } from '../client/api.ts'
import { sendFile } from '../client/send-file.ts'
import { useTexts } from '../client/texts.tsx'
import { usePoll } from '../client/use-poll.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { useFocusAfter } from './use-focus-after.ts'

export const peoplePerPage = 50

const address = '/import/educationResults'

const reload = () => location.assign(address)

/** Whether a background job reads, commits or undoes the batch. */
export const isImportRunning = (batch: ImportBatch | null) =>
  batch !== null &&
  !batch.stopped &&
  (batch.status === batchStatuses.reading ||
    batch.status === batchStatuses.running ||
    (batch.undo?.state === 'undoing' && !batch.undo.isStopped))

async function send(file: File, onProgress: (sent: UploadProgress) => void): Promise<void> {
  const body = new FormData()
  body.set('title', file.name)
  body.set('file', file)
  await sendFile({ method: 'POST', url: '/api/imports/educationResultsFile', body, onProgress })
}

/** Polls the batch until its job ends, and then reloads the page. */
function useProgress(initial: ImportBatch | null, succeeded: string) {
  const [batch, setBatch] = useState(initial)
  const [isFollowed, setFollowed] = useState(isImportRunning(initial))
  const poll = async (signal: AbortSignal) => {
    const now = await api('GET /imports/batch', {}, { signal })
    if (signal.aborted) return true
    setBatch(now)
    if (isImportRunning(now)) return false
    if (now?.status === batchStatuses.done && !now.undo?.isStopped && now.undo?.state !== 'undone')
      toastOnNextPage(succeeded)
    return true
  }
  const polling = usePoll(isFollowed, poll, reload)
  return { batch, setBatch, polling, follow: () => setFollowed(true) }
}

export interface ImportProblem {
  title: string
  detail: string | null
  /** Whether the same file can be sent again. */
  isRepeatable: boolean
}

/**
 * State of an import: `send` uploads a file, `start` commits the previewed batch, `reset` removes it and `undo` takes a
 * committed one back, one operation at a time; another one is ignored. A failure is in `problem`, the upload's progress
 * in `sent`, else null. Goes to the import's first page after an upload and a reset, and when the background job has
 * ended. The job is polled every two seconds; a refused poll is in `polling`, and a commit that is done is a toast on
 * the next page.
 */
export function useImport(initial: ImportBatch | null) {
  const t = useTexts('imports')
  const { batch, setBatch, polling, follow } = useProgress(initial, t('succeeded'))
  const [sent, setSent] = useState<UploadProgress | null>(null)
  const [isStarting, setStarting] = useState(false)
  const [problem, setProblem] = useState<ImportProblem | null>(null)
  const isBusy = useRef(false)
  const attempt = async (title: string | null, operation: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setProblem(null)
    try {
      await operation()
    } catch (error) {
      const detail = error instanceof Error ? error.message : null
      const isRepeatable = title !== null && isTransient(error)
      setProblem({
        isRepeatable,
        ...(title ? { title, detail } : { title: detail ?? t('uploadFailed'), detail: null }),
      })
      setSent(null)
      setStarting(false)
    } finally {
      isBusy.current = false
    }
  }
  return {
    batch,
    polling,
    setBatch,
    sent,
    problem,
    isStarting: isStarting && polling.failure === null,
    /** Removes the error when another file is chosen. */
    clearProblem: () => setProblem(null),
    send: (file: File) =>
      attempt(t('uploadFailed'), async () => {
        setSent({ sent: 0, total: file.size })
        await send(file, setSent)
        reload()
      }),
    start: () =>
      attempt(null, async () => {
        setStarting(true)
        await api('POST /imports/start')
        polling.retry()
        follow()
      }),
    undo: (id: number) =>
      attempt(null, async () => {
        await api('POST /imports/:id/undo', { params: { id } })
        polling.retry()
        follow()
      }),
    reset: () =>
      attempt(null, async () => {
        await api('POST /imports/clear')
        reload()
      }),
  }
}

/**
 * State of the preview's page of rows (`people`, 50 to a page). `refresh` reads it and the batch again, as after a
 * correction; `setBatch` receives the counts, and the focus moves by `useFocusAfter`. An empty page after the first, or
 * a failed read, loads the import's first page instead.
 */
export function usePreview(
  initial: readonly ImportedResultRow[],
  page: number,
  setBatch: (batch: ImportBatch | null) => void,
) {
  const [people, setPeople] = useState(initial)
  useFocusAfter(people)
  const refresh = async () => {
    const query = { page, pageSize: peoplePerPage }
    const [batch, found] = await Promise.all([api('GET /imports/batch'), api('GET /imports', { query })])
    // A row that has found its person may leave the last page without people.
    if (found.length === 0 && page > 1) return reload()
    setBatch(batch)
    setPeople(found)
  }
  return { people, refresh: () => void refresh().catch(reload) }
}

export type ImportState = ReturnType<typeof useImport>
