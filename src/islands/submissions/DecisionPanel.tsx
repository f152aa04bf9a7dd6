import { type RefObject, useRef } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import { maxCommentLength } from '#api/participation/comments/rules.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { isDecided, type SubmissionStatus, submissionStatuses } from '#api/participation/submissions/rules.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import type { HeldDecision } from './decision-queue.ts'
import { reviewShortcuts, useReviewShortcuts } from './review-shortcuts.ts'
import { useDecision } from './use-decision.ts'

interface PanelProps {
  submission: Submission
  /** Whether the person is a superadministrator, who may reopen a decided submission. */
  mayReopen: boolean
  /** Decision that waits to be sent. */
  heldDecision: HeldDecision | null
  onDecide: (status: SubmissionStatus, comment: string) => void
  onUndo: () => void
  onChanged: (submission: Submission) => void
  onWritten: (comment: Comment) => void
}

const { Approved, NeedsCompletion, Rejected } = submissionStatuses

const labels = Object.fromEntries(Object.entries(reviewShortcuts).map(([name, { label }]) => [name, label]))

type Form = ReturnType<typeof useDecision>

/** A decision that is not sent yet, with the button that takes it back. */
function Held({ heldDecision, onUndo }: { heldDecision: HeldDecision; onUndo: () => void }) {
  const t = useTexts('submissions')
  const undo = (
    <Button size="small" aria-keyshortcuts={reviewShortcuts.undo.label} onClick={onUndo}>
      {t('undo')}
    </Button>
  )
  const text = t(`decide.done.${heldDecision.status}`, { name: heldDecision.userName })
  return (
    <InfoBox title={text} actions={heldDecision.batch === undefined && undo}>
      {t('decide.held')}
    </InfoBox>
  )
}

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
          <Button size="small" isBusy={form.isBusy} onClick={() => void form.reopen()}>
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
        rows={3}
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
  const { isBusy } = form
  return (
    <div className="grid gap-2">
      <Button
        tone="primary"
        isBusy={isBusy}
        aria-keyshortcuts={reviewShortcuts.approve.label}
        onClick={() => onPress(Approved)}
      >
        {t('decide.4')}
      </Button>
      <Button
        disabled={isBusy}
        aria-keyshortcuts={reviewShortcuts.return.label}
        onClick={() => onPress(NeedsCompletion)}
      >
        {t('decide.3')}
      </Button>
      <Button disabled={isBusy} aria-keyshortcuts={reviewShortcuts.reject.label} onClick={() => onPress(Rejected)}>
        {t('decide.5')}
      </Button>
    </div>
  )
}

/**
 * Decision buttons, which have shortcuts, and below them the comment to the learner. A decision is passed to `onDecide`
 * with its comment and asks nothing, since it is held for a moment and can be undone; `heldDecision` is one that waits,
 * whose button calls `onUndo`. A decision that lacks its comment moves the focus to the field. Decided ones can be
 * reopened with `mayReopen`.
 *
 * `onWritten` receives a comment that was sent without a decision, `onChanged` a submission that was reopened.
 */
export function DecisionPanel({ submission, heldDecision, mayReopen, onDecide, onUndo, ...events }: PanelProps) {
  const t = useTexts('submissions')
  const form = useDecision({ submission, ...events })
  const field = useRef<HTMLDivElement>(null)
  const { status } = submission
  const isOpen = !heldDecision && status !== NeedsCompletion && !isDecided(status)
  const press = (newStatus: SubmissionStatus) => {
    if (!isOpen || form.isBusy) return
    if (!form.isReady(newStatus)) return field.current?.querySelector('textarea')?.focus()
    onDecide(newStatus, form.comment)
  }
  useReviewShortcuts({
    approve: () => press(Approved),
    return: () => press(NeedsCompletion),
    reject: () => press(Rejected),
  })
  return (
    <section className="grid content-start gap-4" aria-label={t('decide.title')}>
      {form.problem && <ErrorBox>{form.problem}</ErrorBox>}
      {heldDecision && <Held heldDecision={heldDecision} onUndo={onUndo} />}
      {!heldDecision && !isOpen && <Standing submission={submission} form={form} mayReopen={mayReopen} />}
      {isOpen && <DecisionButtons form={form} onPress={press} />}
      {!heldDecision && <CommentField form={form} field={field} />}
      {form.comment.trim() !== '' && (
        <Button tone="quiet" disabled={form.isBusy} onClick={() => void form.send()}>
          {t('decide.send')}
        </Button>
      )}
      {isOpen && <p className="text-sm text-muted max-xl:hidden">{t('decide.keysText', labels)}</p>}
    </section>
  )
}
