import { useRef, useState } from 'react'
import type { MemberImport } from '#api/people/member-imports/contract.ts'
import type { ColumnMapping } from '#api/people/member-imports/rules.ts'
import { api, isTransient } from '../client/api.ts'
import { sendFile } from '../client/send-file.ts'
import { useTexts } from '../client/texts.tsx'
import { usePoll } from '../client/use-poll.ts'
import { useFocusAfter } from '../imports/use-focus-after.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

export const rowsPerPage = 50

const reload = () => location.assign('/import/members')

/** Whether a background job applies or undoes the batch. */
const isUnderWay = (batch: MemberImport | null): boolean =>
  batch !== null && !batch.isStopped && (batch.state === 'running' || batch.state === 'undoing')

async function send(file: File, onProgress: (sent: UploadProgress) => void): Promise<void> {
  const body = new FormData()
  body.set('title', file.name)
  body.set('file', file)
  await sendFile({ method: 'POST', url: '/api/MemberImports/file', body, onProgress })
}

/** Polls the batch until its job ends, and then reloads the page. */
function useProgress(initial: MemberImport | null) {
  const t = useTexts('member-imports')
  const [isFollowed, setFollowed] = useState(isUnderWay(initial))
  const poll = async (signal: AbortSignal) => {
    const now = await api('GET /MemberImports', { query: { pageSize: 1 } }, { signal })
    if (isUnderWay(now)) return false
    if (now?.state === 'done') toastOnNextPage(t('succeeded'))
    if (now?.state === 'undone') toastOnNextPage(t('undone'))
    return true
  }
  const polling = usePoll(isFollowed, poll, reload)
  return { polling, isFollowed: isFollowed && polling.failure === null, follow: () => setFollowed(true) }
}

interface MemberImportProblem {
  text: string
  /** File that can be sent again as it is; null when another operation failed or the file was refused. */
  unsent: File | null
}

/**
 * State of the import of members: upload, choice of columns, commit, undo, removal, one operation at a time; another
 * one is ignored. A failure is in `problem`, after a lost connection with the file to send again. A successful
 * operation ends with a load of `/import/members`: a commit and an undo once their background job has ended, with a
 * toast unless it failed. That job is polled every two seconds; a refused poll is in `polling`. `refresh` reads the
 * counts and the page of rows again, and loads `/import/members` when that fails.
 */
export function useMemberImport(initial: MemberImport | null, page: number) {
  const [batch, setBatch] = useState(initial)
  useFocusAfter(batch)
  const { isFollowed, polling, follow } = useProgress(initial)
  const [sent, setSent] = useState<UploadProgress | null>(null)
  const [problem, setProblem] = useState<MemberImportProblem | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isWorking = useRef(false)
  const attempt = async (operation: () => Promise<unknown>, file: File | null = null) => {
    if (isWorking.current) return
    isWorking.current = true
    setIsBusy(true)
    setProblem(null)
    try {
      await operation()
    } catch (error) {
      setProblem({
        text: error instanceof Error ? error.message : String(error),
        unsent: isTransient(error) ? file : null,
      })
      setSent(null)
    } finally {
      isWorking.current = false
      setIsBusy(false)
    }
  }
  const followAgain = () => {
    polling.retry()
    follow()
  }
  const params = { id: initial?.id ?? 0 }
  const refresh = async () => setBatch(await api('GET /MemberImports', { query: { page, pageSize: rowsPerPage } }))
  return {
    batch,
    /** Loads the counts and the page of rows again after a row is corrected. */
    refresh: () => void refresh().catch(reload),
    sent,
    problem,
    isBusy: isBusy || isFollowed,
    isFollowed,
    polling,
    clearProblem: () => setProblem(null),
    send: (file: File) =>
      attempt(async () => {
        setSent({ sent: 0, total: file.size })
        await send(file, setSent)
        reload()
      }, file),
    choose: (mapping: ColumnMapping, organizationId: number | null) =>
      attempt(async () => {
        await api('PUT /MemberImports/:id/columns', { params, body: { mapping, organizationId } })
        reload()
      }),
    start: () => attempt(async () => api('POST /MemberImports/:id/start', { params }).then(followAgain)),
    undo: () => attempt(async () => api('POST /MemberImports/:id/undo', { params }).then(followAgain)),
    remove: () => attempt(async () => api('DELETE /MemberImports/:id', { params }).then(reload)),
  }
}

export type MemberImportState = ReturnType<typeof useMemberImport>
