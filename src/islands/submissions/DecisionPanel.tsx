import { type RefObject, useRef, useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import { maxCommentLength } from '#api/participation/comments/rules.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { isDecided, type SubmissionStatus, submissionStatuses } from '#api/participation/submissions/rules.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { reviewShortcuts, useReviewShortcuts } from './review-shortcuts.ts'
import { useDecision } from './use-decision.ts'

interface PanelProps {
  submission: Submission
  /** Whether the person is a superadministrator, who may reopen a decided submission. */
  mayReopen: boolean
  onChanged: (submission: Submission, isDecided: boolean) => void
  onWritten: (comment: Comment) => void
}

const { Approved, InReview, NeedsCompletion, Rejected } = submissionStatuses

const labels = Object.fromEntries(Object.entries(reviewShortcuts).map(([name, { label }]) => [name, label]))

type Form = ReturnType<typeof useDecision>

/** State of a submission that needs no decision. */
function Standing({ submission, form, mayReopen }: Pick<PanelProps, 'submission' | 'mayReopen'> & { form: Form }) {
  const t = useTexts('submissions')
  const language = useLanguage()
  const { status, statusChanged, statusChangedByName } = submission
  if (status === NeedsCompletion) return <InfoBox>{t('decide.waits')}</InfoBox>
  const values = { name: statusChangedByName ?? t('anEducator'), date: momentText(statusChanged, 'day', language) }
  return (
    <div className="grid gap-3">
      <InfoBox tone={status === Approved ? 'success' : 'warning'}>{t('decide.decided', values)}</InfoBox>
      {mayReopen && (
        <div>
          <Button size="small" busy={form.busy} onClick={() => void form.decide(InReview)}>
            {t('decide.2')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface CommentFieldProps {
  form: Form
  field: RefObject<HTMLDivElement | null>
}

function CommentField({ form, field }: CommentFieldProps) {
  const t = useTexts('submissions')
  const language = useLanguage()
  return (
    <div ref={field}>
      <TextArea
        name="decision-comment"
        label={t('decide.comment')}
        hint={t('decide.commentHint')}
        rows={4}
        limit={maxCommentLength}
        language={language}
        value={form.comment}
        error={form.missing ? t('decide.commentMissing') : undefined}
        onChange={({ target }) => form.say(target.value)}
      />
    </div>
  )
}

function DecisionButtons({ form, onPress }: { form: Form; onPress: (status: SubmissionStatus) => void }) {
  const t = useTexts('submissions')
  const { busy } = form
  return (
    <div className="grid gap-2">
      <Button
        tone="primary"
        busy={busy}
        aria-keyshortcuts={reviewShortcuts.approve.label}
        onClick={() => onPress(Approved)}
      >
        {t('decide.4')}
      </Button>
      <Button disabled={busy} aria-keyshortcuts={reviewShortcuts.return.label} onClick={() => onPress(NeedsCompletion)}>
        {t('decide.3')}
      </Button>
      <Button disabled={busy} aria-keyshortcuts={reviewShortcuts.reject.label} onClick={() => onPress(Rejected)}>
        {t('decide.5')}
      </Button>
    </div>
  )
}

/**
 * Comment to the learner and the decision buttons, which have shortcuts. An approval or a rejection is confirmed; a
 * return is not. A decision that lacks its comment moves the focus to the field, and a refusal is shown. Decided ones
 * can be reopened with `mayReopen`.
 *
 * `onWritten` receives a comment that was sent without a decision, `onChanged` the submission with true after the
 * person's own decision, or with false when somebody else has changed it.
 */
export function DecisionPanel({ submission, mayReopen, onChanged, onWritten }: PanelProps) {
  const t = useTexts('submissions')
  const form = useDecision({ submission, onChanged, onWritten })
  const field = useRef<HTMLDivElement>(null)
  const [confirming, setConfirming] = useState<4 | 5 | null>(null)
  const { status, userName } = submission
  const isOpen = status !== NeedsCompletion && !isDecided(status)
  const press = (newStatus: SubmissionStatus) => {
    if (!isOpen || form.busy) return
    if (!form.isReady(newStatus)) return field.current?.querySelector('textarea')?.focus()
    if (newStatus === Approved || newStatus === Rejected) return setConfirming(newStatus)
    void form.decide(newStatus)
  }
  useReviewShortcuts({
    approve: () => press(Approved),
    return: () => press(NeedsCompletion),
    reject: () => press(Rejected),
  })
  const confirm = () => {
    if (confirming) void form.decide(confirming)
    setConfirming(null)
  }
  return (
    <section className="grid content-start gap-4" aria-label={t('decide.title')}>
      {form.problem && <ErrorBox>{form.problem}</ErrorBox>}
      {!isOpen && <Standing submission={submission} form={form} mayReopen={mayReopen} />}
      <CommentField form={form} field={field} />
      {isOpen && <DecisionButtons form={form} onPress={press} />}
      {isOpen && <p className="text-sm text-muted max-xl:hidden">{t('decide.keysText', labels)}</p>}
      {form.comment.trim() !== '' && (
        <Button tone="quiet" disabled={form.busy} onClick={() => void form.send()}>
          {t('decide.send')}
        </Button>
      )}
      <Confirm
        open={confirming !== null}
        question={t(`decide.question.${confirming ?? Approved}`, { name: userName })}
        detail={t(`decide.detail.${confirming ?? Approved}`)}
        action={t(`decide.${confirming ?? Approved}`)}
        dangerous={confirming === Rejected}
        onConfirm={confirm}
        onCancel={() => setConfirming(null)}
      />
    </section>
  )
}
