import { useEffect, useRef, useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { needsComment, type SubmissionStatus, submissionStatuses } from '#api/participation/submissions/rules.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import { getUnsentComment, storeUnsentComment } from './unsent-comments.ts'

interface DecisionOptions {
  submission: Submission
  onChanged: (submission: Submission) => void
  onWritten: (comment: Comment) => void
}

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
 * State of a reviewer's comment, which `say` changes. `isReady` says whether a decision has the comment that it needs,
 * and otherwise sets `missing`. `reopen` takes a decided submission up again, and `send` writes the comment alone; both
 * at once.
 *
 * A problem is a toast once another submission is open. Unsent comments stay in memory until the page is left.
 * `onChanged` gets a submission that was reopened.
 */
export function useDecision({ submission, onChanged, onWritten }: DecisionOptions) {
  const t = useTexts('submissions')
  const { submissionId, educationPartResultId, lastChange, userName } = submission
  const [comment, setText] = useState(() => getUnsentComment(submissionId))
  const [isBusy, setIsBusy] = useState(false)
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

  const run = async (operation: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      await operation()
    } catch (error) {
      report(Object.values(toFailure(error).fields)[0] ?? toFailure(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  /** Whether the decision can be made: one that must be explained has a comment. */
  const isReady = (status: SubmissionStatus) => {
    const lacksComment = needsComment(status) && comment.trim() === ''
    setMissing(lacksComment)
    return !lacksComment
  }
  const reopen = () =>
    run(async () => {
      const params = { submissionId, status: submissionStatuses.InReview }
      const body = { comment: comment.trim() || null, lastChange }
      const changed = await api('PUT /submissionAdmin/UpdateStatus/:submissionId/:status', { params, body })
      toast(t('decide.done.2', { name: userName }))
      setComment('')
      onChanged(changed)
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
  return { comment, say, isBusy, missing, problem, isReady, reopen, send }
}
