import { useEffect, useRef, useState } from 'react'
import type { ImportBatch } from '#api/office/imports/contract.ts'
import { batchStatuses } from '#api/office/imports/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { upload } from '../client/upload.ts'
import { pollUntil } from '../player/poll.ts'
import type { Sent } from '../ui/ChosenFiles.tsx'
import { toastAfterwards } from '../ui/toast.ts'

const address = '/import/educationResults'

const reload = () => location.assign(address)

/** Somebody is at work on it in the background. */
export const isUnderWay = (batch: ImportBatch | null) =>
  batch !== null && !batch.stopped && (batch.status === batchStatuses.reading || batch.status === batchStatuses.running)

async function send(file: File, onProgress: (sent: Sent) => void): Promise<void> {
  const body = new FormData()
  body.set('title', file.name)
  body.set('file', file)
  const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` }
  const url = '/api/imports/educationResultsFile'
  const response = await upload({ method: 'POST', url, body, headers, onProgress })
  if (!response.ok) throw new ApiError(response.status, await response.json())
}

/** Asks how it goes until it is over, and shows what came of it. */
function useProgress(given: ImportBatch | null, succeeded: string) {
  const [batch, setBatch] = useState(given)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      const now = await api('GET /imports/batch', {}, { signal: stop.signal })
      if (!stop.signal.aborted) setBatch(now)
      if (isUnderWay(now)) return false
      if (now?.status === batchStatuses.done) toastAfterwards(succeeded)
      return true
    }
    if (round > 0 || isUnderWay(given))
      void pollUntil(ask, stop.signal, (error) => error instanceof ApiError).then((isOver) => isOver && reload())
    return () => stop.abort()
  }, [given, round, succeeded])
  return { batch, follow: () => setRound((now) => now + 1) }
}

export interface ImportProblem {
  title: string
  detail: string | null
}

/** The way of an import: a file, its preview, accepted or reset. */
export function useImport(given: ImportBatch | null) {
  const t = useTexts('imports')
  const { batch, follow } = useProgress(given, t('succeeded'))
  const [sent, setSent] = useState<Sent | null>(null)
  const [isStarting, setStarting] = useState(false)
  const [problem, setProblem] = useState<ImportProblem | null>(null)
  const isBusy = useRef(false)
  const attempt = async (title: string | null, work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setProblem(null)
    try {
      await work()
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
    /** The next file speaks for itself. */
    forgetProblem: () => setProblem(null),
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

export type Importing = ReturnType<typeof useImport>
