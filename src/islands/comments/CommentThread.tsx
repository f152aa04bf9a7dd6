import { useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import { maxCommentLength } from '#api/participation/comments/rules.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { type Failure, toFailure, useUnsavedWarning } from '../editing/use-draft.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/TextArea.tsx'

/**
 * List of a thread's comments in the given order, which is the oldest first. Each has its writer, whether that is the
 * learner or an educator, and its time. Nothing without comments.
 */
export function CommentThread({ comments }: { comments: readonly Comment[] }) {
  const t = useTexts('submissions')
  const language = useLanguage()
  if (comments.length === 0) return null
  return (
    <ol className="grid gap-4" aria-label={t('thread')}>
      {comments.map((comment) => (
        <li key={comment.id} className="flex gap-3">
          <Avatar name={comment.userName} size="small" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <strong className="font-semibold">{comment.userName}</strong>
              <span className="text-muted">
                {t(comment.byLearner ? 'byLearner' : 'byEducator')} · {momentText(comment.created, 'moment', language)}
              </span>
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{comment.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** State of a new comment. A retry after a lost answer does not write it twice. */
function useNewComment(educationPartResultId: number, onWritten: (comment: Comment) => void) {
  const [text, setText] = useState('')
  useUnsavedWarning(text.trim())
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [write] = useState(() =>
    withIdempotencyKey((body: string, idempotencyKey) =>
      api('POST /comments/:educationPartResultId', { params: { educationPartResultId }, body }, { idempotencyKey }),
    ),
  )
  const send = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      onWritten(await write(text.trim()))
      setText('')
      setFailure(null)
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { text, setText, isBusy, failure, send }
}

interface FormProps {
  educationPartResultId: number
  onWritten: (comment: Comment) => void
}

/**
 * Form that adds a comment to the thread of a part's result; `onWritten` receives the stored comment, and the field is
 * emptied. A failed write is shown and the text stays, and the browser asks before it is left; a retry after a lost
 * answer does not write it twice.
 */
export function CommentForm({ educationPartResultId, onWritten }: FormProps) {
  const t = useTexts('submissions')
  const language = useLanguage()
  const { text, setText, isBusy, failure, send } = useNewComment(educationPartResultId, onWritten)
  return (
    <div className="grid gap-2">
      <TextArea
        name={`comment-${educationPartResultId}`}
        label={t('comment')}
        hint={t('commentHint')}
        rows={3}
        limit={maxCommentLength}
        language={language}
        value={text}
        error={failure ? (Object.values(failure.fields)[0] ?? failure.message) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button isBusy={isBusy} disabled={text.trim() === ''} onClick={() => void send()}>
          {t('commentSend')}
        </Button>
      </div>
    </div>
  )
}
