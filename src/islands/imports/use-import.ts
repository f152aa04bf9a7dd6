import { useEffect, useRef, useState } from 'react'
import type { ImportBatch } from '#api/office/imports/contract.ts'
import { batchStatuses } from '#api/office/imports/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { upload } from '../client/upload.ts'
import { pollUntil } from '../player/poll.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

const address = '/import/educationResults'

const reload = () => location.assign(address)

/** Whether a background job reads or commits the batch. */
export const isImportRunning = (batch: ImportBatch | null) =>
  batch !== null && !batch.stopped && (batch.status === batchStatuses.reading || batch.status === batchStatuses.running)

async function send(file: File, onProgress: (sent: UploadProgress) => void): Promise<void> {
  const body = new FormData()
  body.set('title', file.name)
  body.set('file', file)
  const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` }
  const url = '/api/imports/educationResultsFile'
  const response = await upload({ method: 'POST', url, body, headers, onProgress })
  if (!response.ok) throw new ApiError(response.status, await response.json())
}

/** Polls the batch until its job ends, and then reloads the page. */
function useProgress(initial: ImportBatch | null, succeeded: string) {
  const [batch, setBatch] = useState(initial)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const poll = async () => {
      const now = await api('GET /imports/batch', {}, { signal: stop.signal })
      if (!stop.signal.aborted) setBatch(now)
      if (isImportRunning(now)) return false
      if (now?.status === batchStatuses.done) toastOnNextPage(succeeded)
      return true
    }
    if (round > 0 || isImportRunning(initial))
      void pollUntil(poll, stop.signal, (error) => error instanceof ApiError).then((isOver) => isOver && reload())
    return () => stop.abort()
  }, [initial, round, succeeded])
  return { batch, follow: () => setRound((now) => now + 1) }
}

export interface ImportProblem {
  title: string
  detail: string | null
}

/**
 * State of an import: upload, preview, commit or reset, one operation at a time; another one is ignored. A failure is
 * in `problem`. Reloads the page after an upload and a reset, and when the background job has ended, which is polled
 * every two seconds. A refused poll ends the polling.
 */
export function useImport(initial: ImportBatch | null) {
  const t = useTexts('imports')
  const { batch, follow } = useProgress(initial, t('succeeded'))
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
      setProblem(title ? { title, detail } : { title: detail ?? t('uploadFailed'), detail: null })
      setSent(null)
      setStarting(false)
    } finally {
      isBusy.current = false
    }
  }
  return {
    batch,
    sent,
    problem,
    isStarting,
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
        follow()
      }),
    reset: () =>
      attempt(null, async () => {
        await api('POST /imports/clear')
        reload()
      }),
  }
}

export type ImportState = ReturnType<typeof useImport>
