import { RotateCcw, Send } from '@lucide/icons'
import { useState } from 'react'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { canHandIn, submissionExtensions, submissionStatuses } from '#api/participation/submissions/rules.ts'
import { momentText } from '#locales/moments.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { CommentForm, CommentThread } from '../comments/CommentThread.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { toast } from '../ui/toast.ts'
import type { OwnSubmission } from './own-submission.ts'
import { SubmissionBadge } from './SubmissionBadge.tsx'
import { EarlierVersions, SubmittedFile } from './SubmittedFile.tsx'
import { useHandIn } from './use-hand-in.ts'

const accept = { 'application/octet-stream': submissionExtensions }

interface ChooserProps {
  educationPartId: number
  isFirst: boolean
  maxBytes: number
  onHandedIn: (submission: Submission) => void
  onCancel?: (() => void) | undefined
}

function Chooser({ educationPartId, isFirst, maxBytes, onHandedIn, onCancel }: ChooserProps) {
  const t = useTexts('submissions')
  const form = useHandIn(educationPartId, onHandedIn)
  const { files, failure, isBusy } = form
  return (
    <div className="grid gap-3">
      <FileDrop
        name={`file-${educationPartId}`}
        label={t(isFirst ? 'file' : 'newFile')}
        hint={t('fileHint')}
        files={files}
        onChange={form.choose}
        accept={accept}
        maxBytes={maxBytes}
        wrongType={t('wrongType', { types: submissionExtensions.join(', ') })}
        progress={form.sent}
        error={failure?.fields['file']}
        disabled={isBusy}
      />
      {failure && !failure.fields['file'] && (
        <ErrorBox title={form.isWaiting ? t('interrupted') : undefined}>
          {form.isWaiting ? t('interruptedText') : failure.message}
        </ErrorBox>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          tone="primary"
          isBusy={isBusy}
          disabled={files.length === 0}
          icon={form.isWaiting ? <Icon of={RotateCcw} size={18} /> : <Icon of={Send} size={18} />}
          onClick={() => void form.handIn()}
        >
          {t(form.isWaiting ? 'tryAgain' : 'handIn')}
        </Button>
        {isBusy && <Button onClick={form.cancel}>{t('abandon')}</Button>}
        {!isBusy && onCancel && <Button onClick={onCancel}>{t('keep')}</Button>}
      </div>
    </div>
  )
}

/** State of the submission with a sentence about the next step. */
function Standing({ submission }: { submission: Submission }) {
  const t = useTexts('submissions')
  const language = useLanguage()
  const { status, statusChanged, statusChangedByName } = submission
  const values = { date: momentText(statusChanged, 'day', language), name: statusChangedByName ?? t('anEducator') }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SubmissionBadge status={status} />
      <span className="text-sm text-muted">{t(`standing.${status}`, values)}</span>
    </p>
  )
}

function Panel({ educationPartId, educationPartResultId, maxBytes, ...stored }: OwnSubmission & { maxBytes: number }) {
  const t = useTexts('submissions')
  const [submission, setSubmission] = useState(stored.submission)
  const [comments, setComments] = useState(stored.comments)
  const [isReplacing, setReplacing] = useState(false)
  const status = submission?.status ?? submissionStatuses.NotSubmitted
  const isReturned = status === submissionStatuses.NeedsCompletion
  const asksForFile = canHandIn(status) && (!submission || isReturned || isReplacing)
  const reason = isReturned ? comments.findLast(({ byLearner }) => !byLearner)?.text : undefined
  const handedIn = (next: Submission) => {
    setSubmission(next)
    setReplacing(false)
    toast(t('handedIn', { version: next.version }))
  }
  return (
    <div className="grid gap-5">
      {submission && <Standing submission={submission} />}
      {reason && (
        <InfoBox tone="warning" title={t('returnedTitle')}>
          <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>
        </InfoBox>
      )}
      {submission && (
        <div className="grid gap-2">
          <SubmittedFile file={submission} />
          <EarlierVersions files={submission.files} />
        </div>
      )}
      {asksForFile && (
        <Chooser
          educationPartId={educationPartId}
          isFirst={!submission}
          maxBytes={maxBytes}
          onHandedIn={handedIn}
          onCancel={isReplacing ? () => setReplacing(false) : undefined}
        />
      )}
      {submission && canHandIn(status) && !asksForFile && (
        <div>
          <Button onClick={() => setReplacing(true)}>{t('replace')}</Button>
        </div>
      )}
      <section className="grid gap-4 border-t border-line pt-4" aria-label={t('comments')}>
        <h5 className="font-semibold">{t('comments')}</h5>
        <CommentThread comments={comments} />
        <CommentForm
          educationPartResultId={educationPartResultId}
          onWritten={(comment) => setComments((now) => [...now, comment])}
        />
      </section>
    </div>
  )
}

/**
 * Panel of a learner's submission part: file, state, comments and why it was returned. A file can be handed in, or
 * replaced until it is decided, with a toast; comments can always be written.
 */
export const HandIn = island(Panel)
