import { ArrowLeft, ChevronDown, ChevronUp } from '@lucide/icons'
import { useEffect, useRef, useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { SubmissionStatus } from '#api/participation/submissions/rules.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { CommentThread } from '../comments/CommentThread.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { Assignment } from './Assignment.tsx'
import { DecisionPanel } from './DecisionPanel.tsx'
import type { HeldDecision } from './decision-queue.ts'
import { FileViewer } from './FileViewer.tsx'
import { Instructions } from './Instructions.tsx'
import { reviewShortcuts } from './review-shortcuts.ts'
import { SubmissionBadge } from './SubmissionBadge.tsx'

interface DetailProps {
  submission: Submission
  /** Comments of the thread, when the page included them. */
  comments: Comment[] | null
  userId: number
  mayReopen: boolean
  listHref: string
  position: { at: number; count: number } | null
  onStep: (by: 1 | -1) => void
  /** Decision that waits to be sent. */
  heldDecision: HeldDecision | null
  /** Decision that the server has refused, until it is dismissed. */
  refusedDecision: HeldDecision | null
  onDecide: (status: SubmissionStatus, comment: string) => void
  onUndo: () => void
  onChanged: (changed: Submission[]) => void
  /** Loads the submission again, with fresh links to its files. */
  onRenew: () => void
}

function useThread(educationPartResultId: number, initialComments: Comment[] | null) {
  const [comments, setComments] = useState(initialComments)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (initialComments) return
    const stop = new AbortController()
    api('GET /comments/:educationPartResultId', { params: { educationPartResultId } }, { signal: stop.signal }).then(
      (found) => found && setComments(found),
      (error: unknown) => setProblem(toFailure(error).message),
    )
    return () => stop.abort()
  }, [educationPartResultId, initialComments])
  return { comments, problem, add: (comment: Comment) => setComments((now) => [...(now ?? []), comment]) }
}

function Steps({ position, onStep }: Pick<DetailProps, 'position' | 'onStep'>) {
  const t = useTexts('submissions')
  if (!position) return null
  return (
    <div className="flex items-center gap-1">
      <span className="px-2 text-sm whitespace-nowrap text-muted tabular-nums">{t('desk.position', position)}</span>
      <IconButton
        label={`${t('desk.previous')} (${reviewShortcuts.previous.label})`}
        icon={<Icon of={ChevronUp} size={20} />}
        disabled={position.at === 1}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={`${t('desk.next')} (${reviewShortcuts.next.label})`}
        icon={<Icon of={ChevronDown} size={20} />}
        disabled={position.at === position.count}
        onClick={() => onStep(1)}
      />
    </div>
  )
}

function Head(props: DetailProps) {
  const { submission, listHref } = props
  const [isRenderedByServer] = useState(props.comments !== null)
  const t = useTexts('submissions')
  const { userId, userName, organizations, educationId, educationTitle, educationPartTitle, status } = submission
  const heading = useRef<HTMLHeadingElement>(null)
  // After a step with the keyboard the focus moves to the name. A detail that the server rendered was readable and
  // writable before hydration, so its focus stays.
  useEffect(() => {
    if (isRenderedByServer && document.activeElement !== document.body) return
    const { top = 0 } = heading.current?.getBoundingClientRect() ?? {}
    heading.current?.focus({ preventScroll: true })
    if (!isRenderedByServer && (top < 0 || top > innerHeight)) heading.current?.closest('article')?.scrollIntoView()
  }, [isRenderedByServer])
  const places = [educationPartTitle, ...Object.values(organizations)].join(' · ')
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <a
        href={listHref}
        className="inline-flex min-h-11 basis-full items-center gap-2 font-medium whitespace-nowrap text-accent-ink xl:hidden"
      >
        <Icon of={ArrowLeft} size={18} /> {t('desk.back')}
      </a>
      <Avatar name={userName} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 ref={heading} tabIndex={-1} className="outline-none">
            <a href={`/profile/${userId}`} className="hover:underline">
              {userName}
            </a>
          </h2>
          <SubmissionBadge status={status} />
        </div>
        <p className="text-sm text-muted">
          {places}
          {educationId && educationTitle && (
            <>
              {' · '}
              <Link href={`/education/${educationId}`}>{educationTitle}</Link>
            </>
          )}
        </p>
      </div>
      <Steps {...props} />
    </header>
  )
}

/**
 * Detail of one submission: file, comments and decision, and its reviewer, who can be changed until the decision.
 * Another submission needs another `key`. Comments that the page did not include (null) are loaded, and a failure is
 * shown. The name takes the focus, on a page with comments only when nothing else has it.
 *
 * `onStep` asks for the next (1) or the previous (-1) submission of the list, in which `position.at` counts from 1;
 * null has no buttons. `onDecide` receives the reader's decision with its comment, `onUndo` is called for the one in
 * `heldDecision`, and `onChanged` receives changed submissions.
 */
export function SubmissionDetail(props: DetailProps) {
  const { submission, userId, mayReopen, heldDecision, refusedDecision, onDecide, onUndo, onChanged } = props
  const t = useTexts('submissions')
  const { comments, problem, add } = useThread(submission.educationPartResultId, props.comments)
  return (
    <article className="grid min-w-0 scroll-mt-20 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <Head {...props} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <FileViewer key={submission.version} submission={submission} onRenew={props.onRenew} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:sticky xl:top-20">
          <DecisionPanel
            // A decision that is held, undone or sent leaves a comment field of its own. A refused one that is
            // dismissed returns its comment, which the field reads when it is mounted.
            key={`${heldDecision?.id} ${refusedDecision?.id}`}
            submission={submission}
            heldDecision={heldDecision}
            mayReopen={mayReopen}
            onDecide={onDecide}
            onUndo={onUndo}
            onWritten={add}
            onChanged={(changed) => onChanged([changed])}
          />
          <Assignment submission={submission} userId={userId} onChanged={onChanged} />
          <Instructions key={submission.educationPartId} educationPartId={submission.educationPartId} />
          {problem && <ErrorBox>{problem}</ErrorBox>}
          {comments && comments.length > 0 && (
            <section className="grid gap-3">
              <h3>{t('comments')}</h3>
              <CommentThread comments={comments} />
            </section>
          )}
        </div>
      </div>
    </article>
  )
}
