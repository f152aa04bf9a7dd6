import { useEffect, useRef, useState } from 'react'
import type { MemberImport } from '#api/people/member-imports/contract.ts'
import type { ColumnMapping } from '#api/people/member-imports/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { upload } from '../client/upload.ts'
import { pollUntil } from '../player/poll.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

const reload = () => location.assign('/import/members')

/** Whether a background job applies or undoes the batch. */
const isUnderWay = (batch: MemberImport | null): boolean =>
  batch !== null && !batch.isStopped && (batch.state === 'running' || batch.state === 'undoing')

async function send(file: File, onProgress: (sent: UploadProgress) => void): Promise<void> {
  const body = new FormData()
  body.set('title', file.name)
  body.set('file', file)
  const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` }
  const response = await upload({ method: 'POST', url: '/api/MemberImports/file', body, headers, onProgress })
  if (!response.ok) throw new ApiError(response.status, await response.json())
}

/** Polls the batch until its job ends, and then reloads the page. */
function useProgress(initial: MemberImport | null) {
  const t = useTexts('member-imports')
  const [isFollowed, setFollowed] = useState(isUnderWay(initial))
  useEffect(() => {
    if (!isFollowed) return
    const stop = new AbortController()
    const poll = async () => {
      const now = await api('GET /MemberImports', { query: { pageSize: 1 } }, { signal: stop.signal })
      if (isUnderWay(now)) return false
      if (now?.state === 'done') toastOnNextPage(t('succeeded'))
      if (now?.state === 'undone') toastOnNextPage(t('undone'))
      return true
    }
    void pollUntil(poll, stop.signal, (error) => error instanceof ApiError).then((isOver) => isOver && reload())
    return () => stop.abort()
  }, [isFollowed, t])
  return { isFollowed, follow: () => setFollowed(true) }
}

/**
 * State of the import of members: upload, choice of columns, commit, undo, one operation at a time; another one is
 * ignored. A failure is in `problem`. The page is loaded again after each operation, for a commit and an undo once
 * their background job has ended. That job is polled every two seconds, until a poll is refused.
 */
export function useMemberImport(initial: MemberImport | null) {
  const { isFollowed, follow } = useProgress(initial)
  const [sent, setSent] = useState<UploadProgress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isWorking = useRef(false)
  const attempt = async (operation: () => Promise<unknown>) => {
    if (isWorking.current) return
    isWorking.current = true
    setBusy(true)
    setProblem(null)
    try {
      await operation()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setSent(null)
    } finally {
      isWorking.current = false
      setBusy(false)
    }
  }
  const params = { id: initial?.id ?? 0 }
  return {
    sent,
    problem,
    isBusy: isBusy || isFollowed,
    isFollowed,
    clearProblem: () => setProblem(null),
    send: (file: File) =>
      attempt(async () => {
        setSent({ sent: 0, total: file.size })
        await send(file, setSent)
        reload()
      }),
    choose: (mapping: ColumnMapping, organizationId: number | null) =>
      attempt(async () => {
        await api('PUT /MemberImports/:id/columns', { params, body: { mapping, organizationId } })
        reload()
      }),
    start: () => attempt(async () => api('POST /MemberImports/:id/start', { params }).then(follow)),
    undo: () => attempt(async () => api('POST /MemberImports/:id/undo', { params }).then(follow)),
    remove: () => attempt(async () => api('DELETE /MemberImports/:id', { params }).then(reload)),
  }
}

export type MemberImportState = ReturnType<typeof useMemberImport>
