import { useEffect, useRef, useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { needsComment, type SubmissionStatus } from '#api/participation/submissions/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { repeatable } from '../client/repeatable.ts'
import { useTexts } from '../client/texts.tsx'
import { failureOf } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import { begunWords, keepWords } from './begun-words.ts'
import { filterOfOne } from './submissions-url.ts'

interface Deciding {
  submission: Submission
  onChanged: (submission: Submission, isDecided: boolean) => void
  onWritten: (comment: Comment) => void
}

const overtaken = ['changed_meanwhile', 'submission_awaits_file', 'submission_decided', 'submission_status']

const isLate = (error: unknown) => error instanceof ApiError && overtaken.includes(error.body.code ?? '')

const stored = async (submissionId: number) =>
  (await api('POST /submissionAdmin', { body: filterOfOne(submissionId) })).items[0] ?? null

/** A refusal is told beside what was pressed, and aloud with the name to whoever has stepped on meanwhile. */
function useTold(userName: string, show: (problem: string) => void) {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return (problem: string) => (isOpen.current ? show(problem) : toast(`${userName}: ${problem}`, 'danger'))
}

/** What the reviewer says of it. Whoever comes second is told who was first, and shown how it stands. */
export function useDecision({ submission, onChanged, onWritten }: Deciding) {
  const t = useTexts('submissions')
  const { submissionId, educationPartResultId, lastChange, version, userName } = submission
  const [comment, setText] = useState(() => begunWords(submissionId))
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const tell = useTold(userName, setProblem)
  const setComment = (text: string) => {
    keepWords(submissionId, text)
    setText(text)
  }
  const [write] = useState(() =>
    repeatable((body: string, idempotencyKey) =>
      api('POST /comments/:educationPartResultId', { params: { educationPartResultId }, body }, { idempotencyKey }),
    ),
  )

  const tellLate = async () => {
    const now = await stored(submissionId)
    if (!now) return tell(t('desk.gone'))
    const values = { name: now.statusChangedByName ?? t('anEducator'), status: t(`status.${now.status}`) }
    tell(now.version > version ? t('decide.lostFile') : t('decide.lost', values))
    onChanged(now, false)
  }
  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      if (isLate(error)) await tellLate().catch((again: unknown) => tell(failureOf(again).message))
      else tell(Object.values(failureOf(error).fields)[0] ?? failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  /** Whether the decision can be made: one that must be explained is. */
  const isReady = (status: SubmissionStatus) => {
    const isSilent = needsComment(status) && comment.trim() === ''
    setMissing(isSilent)
    return !isSilent
  }
  const decide = (status: SubmissionStatus) =>
    run(async () => {
      const params = { submissionId, status }
      const body = { comment: comment.trim() || null, lastChange }
      const decided = await api('PUT /submissionAdmin/UpdateStatus/:submissionId/:status', { params, body })
      toast(t(`decide.done.${status}`, { name: userName }))
      setComment('')
      onChanged(decided, true)
    })
  const send = () =>
    run(async () => {
      onWritten(await write(comment.trim()))
      setComment('')
      toast(t('decide.sent'))
    })
  const say = (text: string) => {
    setComment(text)
    setMissing(false)
  }
  return { comment, say, busy, missing, problem, isReady, decide, send }
}
