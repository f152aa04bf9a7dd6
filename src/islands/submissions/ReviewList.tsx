import { MessageSquare } from '@lucide/icons'
import { useEffect, useRef } from 'react'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SubmissionBadge } from './SubmissionBadge.tsx'
import { type SubmissionSearch, submissionsUrl } from './submissions-url.ts'

interface ListProps {
  search: SubmissionSearch
  items: readonly Submission[]
  userId: number
  chosen: ReadonlySet<number>
  onChoose: (submissionId: number, isChosen: boolean) => void
}

type RowProps = Omit<ListProps, 'items' | 'chosen'> & { submission: Submission; isChosen: boolean }

function Facts({ submission, userId }: Pick<RowProps, 'submission' | 'userId'>) {
  const t = useTexts('submissions')
  const language = useLanguage()
  const { assigneeId, assigneeName, commentCount, uploaded } = submission
  const name = assigneeId === userId ? t('desk.you') : assigneeName
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span>{t('desk.uploaded', { when: momentText(uploaded, 'day', language) })}</span>
      <span>{name ? t('desk.assignedTo', { name }) : t('desk.nobody')}</span>
      {commentCount > 0 && (
        <span className="inline-flex items-center gap-1 tabular-nums">
          <Icon of={MessageSquare} size={14} aria-label={t('comments')} />
          {commentCount}
        </span>
      )}
    </span>
  )
}

function Row({ submission, search, userId, isChosen, onChoose }: RowProps) {
  const t = useTexts('submissions')
  const { submissionId, userName, educationPartTitle, status } = submission
  const isOpen = search.submissionId === submissionId
  return (
    <li
      className={`flex items-start border-l-4 transition-colors ${isOpen ? 'border-accent-ink bg-accent-soft' : 'border-transparent hover:bg-hover'}`}
    >
      <label className="grid min-h-11 w-11 shrink-0 cursor-pointer place-items-center pt-1">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={t('desk.choose', { name: userName })}
          onChange={({ target }) => onChoose(submissionId, target.checked)}
          className="size-5"
        />
      </label>
      <a
        href={submissionsUrl.href(search, { submissionId })}
        aria-current={isOpen ? 'true' : undefined}
        className="grid min-w-0 flex-1 gap-0.5 py-3 pr-4"
      >
        <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <strong className="min-w-0 font-semibold wrap-anywhere">{userName}</strong>
          <SubmissionBadge status={status} isEdged={isOpen} />
        </span>
        <span className="line-clamp-2 wrap-anywhere">{educationPartTitle}</span>
        <Facts submission={submission} userId={userId} />
      </a>
    </li>
  )
}

/**
 * List of submissions to review in the given order, which scrolls to the one that is open. A row links to its
 * submission, and its checkbox calls `onChoose`. `userId` is the reader, who is named as "you".
 */
export function ReviewList({ items, chosen, ...shared }: ListProps) {
  const t = useTexts('submissions')
  const list = useRef<HTMLUListElement>(null)
  const opened = shared.search.submissionId
  // Stepping with the keyboard may leave the visible part of the list; only the list scrolls, not the page.
  useEffect(() => {
    const row = opened ? list.current?.querySelector<HTMLElement>('li:has([aria-current])') : null
    const frame = list.current?.parentElement
    if (row && frame && frame.scrollHeight > frame.clientHeight)
      frame.scrollTop = row.offsetTop - frame.offsetTop - frame.clientHeight / 3
  }, [opened])
  return (
    <ul
      ref={list}
      data-list-keys
      aria-label={t('desk.list')}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {items.map((submission) => (
        <Row
          key={submission.submissionId}
          {...shared}
          submission={submission}
          isChosen={chosen.has(submission.submissionId)}
        />
      ))}
    </ul>
  )
}
