import { useEffect, useRef, useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { needsComment, type SubmissionStatus } from '#api/participation/submissions/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import { toSingleFilter } from './submissions-url.ts'
import { getUnsentComment, storeUnsentComment } from './unsent-comments.ts'

interface DecisionOptions {
  submission: Submission
  onChanged: (submission: Submission, isDecided: boolean) => void
  onWritten: (comment: Comment) => void
}

const conflictCodes = ['changed_meanwhile', 'submission_awaits_file', 'submission_decided', 'submission_status']

const isConflict = (error: unknown) => error instanceof ApiError && conflictCodes.includes(error.body.code ?? '')

const fetchSubmission = async (submissionId: number) =>
  (await api('POST /submissionAdmin', { body: toSingleFilter(submissionId) })).items[0] ?? null

/**
 * Returns a function that shows a problem in place, or as a toast with the name when another submission has been
 * opened.
 */
function useProblemReport(userName: string, show: (problem: string) => void) {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return (problem: string) => (isOpen.current ? show(problem) : toast(`${userName}: ${problem}`, 'danger'))
}

/**
 * State of a reviewer's decision and comment, which `say` changes. `isReady` says whether a decision has the comment
 * that it needs, and otherwise sets `missing`. `decide` writes both and empties the comment, with a toast; `send`
 * writes the comment alone.
 *
 * When somebody else has decided first, `problem` says who and the new state; a newer file is reported likewise. A
 * problem is a toast once another submission is open. Unsent comments stay in memory until the page is left.
 * `onChanged` gets true after the person's own decision, else false.
 */
export function useDecision({ submission, onChanged, onWritten }: DecisionOptions) {
  const t = useTexts('submissions')
  const { submissionId, educationPartResultId, lastChange, version, userName } = submission
  const [comment, setText] = useState(() => getUnsentComment(submissionId))
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const report = useProblemReport(userName, setProblem)
  const setComment = (text: string) => {
    storeUnsentComment(submissionId, text)
    setText(text)
  }
  const [write] = useState(() =>
    withIdempotencyKey((body: string, idempotencyKey) =>
      api('POST /comments/:educationPartResultId', { params: { educationPartResultId }, body }, { idempotencyKey }),
    ),
  )

  const reportConflict = async () => {
    const now = await fetchSubmission(submissionId)
    if (!now) return report(t('desk.gone'))
    const values = { name: now.statusChangedByName ?? t('anEducator'), status: t(`status.${now.status}`) }
    report(now.version > version ? t('decide.lostFile') : t('decide.lost', values))
    onChanged(now, false)
  }
  const run = async (operation: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await operation()
    } catch (error) {
      if (isConflict(error)) await reportConflict().catch((again: unknown) => report(toFailure(again).message))
      else report(Object.values(toFailure(error).fields)[0] ?? toFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  /** Whether the decision can be made: one that must be explained has a comment. */
  const isReady = (status: SubmissionStatus) => {
    const lacksComment = needsComment(status) && comment.trim() === ''
    setMissing(lacksComment)
    return !lacksComment
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
