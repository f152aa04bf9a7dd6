import { ArrowLeft, ChevronDown, ChevronUp, UserCheck } from '@lucide/icons'
import { useEffect, useRef, useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { isDecided } from '#api/participation/submissions/rules.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { CommentThread } from '../comments/CommentThread.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/toast.ts'
import { AssignDialog, assign } from './AssignDialog.tsx'
import { DecisionPanel } from './DecisionPanel.tsx'
import { FileViewer } from './FileViewer.tsx'
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
  onChanged: (changed: Submission[], isDecided: boolean) => void
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

function Assignment({ submission, userId, onChanged }: Pick<DetailProps, 'submission' | 'userId' | 'onChanged'>) {
  const t = useTexts('submissions')
  const [isOpen, setOpen] = useState(false)
  const { assigneeId, assigneeName, status } = submission
  const [chosen] = useState(() => [submission])
  const assignToSelf = () =>
    assign(userId, chosen).then(
      (changed) => onChanged(changed, false),
      (error: unknown) => toast(toFailure(error).message, 'danger'),
    )
  const name = assigneeId === userId ? t('desk.you') : assigneeName
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span className="inline-flex items-center gap-1.5 text-muted">
        <Icon of={UserCheck} size={16} />
        {name ? t('desk.assignedTo', { name }) : t('desk.nobody')}
      </span>
      {!isDecided(status) && assigneeId !== userId && (
        <Button size="small" onClick={() => void assignToSelf()}>
          {t('assign.self')}
        </Button>
      )}
      {!isDecided(status) && (
        <Button size="small" tone="quiet" onClick={() => setOpen(true)}>
          {t('assign.open')}
        </Button>
      )}
      {isOpen && (
        <AssignDialog
          submissions={chosen}
          onDone={(changed) => {
            setOpen(false)
            onChanged(changed, false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
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
  return (
    <header className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <a
          href={listHref}
          className="inline-flex min-h-11 items-center gap-2 font-medium whitespace-nowrap text-accent-ink xl:hidden"
        >
          <Icon of={ArrowLeft} size={18} /> {t('desk.back')}
        </a>
        <span className="ml-auto">
          <Steps {...props} />
        </span>
      </div>
      <div className="flex items-start gap-3">
        <Avatar name={userName} />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="outline-none">
            <a href={`/profile/${userId}`} className="hover:underline">
              {userName}
            </a>
          </h2>
          <p className="text-muted">{Object.values(organizations).join(', ')}</p>
        </div>
        <span className="ml-auto pt-1">
          <SubmissionBadge status={status} />
        </span>
      </div>
      <p>
        {educationPartTitle}
        {educationId && educationTitle && (
          <>
            {' · '}
            <Link href={`/education/${educationId}`}>{educationTitle}</Link>
          </>
        )}
      </p>
      <Assignment {...props} />
    </header>
  )
}

/**
 * Detail of one submission: file, comments and decision, and its reviewer, who can be changed until the decision.
 * Another submission needs another `key`. Comments that the page did not include (null) are loaded, and a failure is
 * shown. The name takes the focus, on a page with comments only when nothing else has it.
 *
 * `onStep` asks for the next (1) or the previous (-1) submission of the list, in which `position.at` counts from 1;
 * null has no buttons. `onChanged` receives changed submissions, with true after the person's own decision, else false.
 */
export function SubmissionDetail(props: DetailProps) {
  const { submission, mayReopen, onChanged } = props
  const t = useTexts('submissions')
  const { comments, problem, add } = useThread(submission.educationPartResultId, props.comments)
  return (
    <article className="grid min-w-0 scroll-mt-20 grid-cols-[minmax(0,1fr)] content-start gap-5">
      <Head {...props} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <FileViewer key={submission.version} submission={submission} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {problem && <ErrorBox>{problem}</ErrorBox>}
          {comments && comments.length > 0 && (
            <section className="grid gap-3">
              <h3>{t('comments')}</h3>
              <CommentThread comments={comments} />
            </section>
          )}
          <DecisionPanel
            submission={submission}
            mayReopen={mayReopen}
            onWritten={add}
            onChanged={(changed, isDone) => onChanged([changed], isDone)}
          />
        </div>
      </div>
    </article>
  )
}
