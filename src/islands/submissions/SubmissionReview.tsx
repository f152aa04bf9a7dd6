import { useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { SubmissionPage } from '#api/participation/submissions/review/contract.ts'
import type { SubmissionStatus } from '#api/participation/submissions/rules.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { DecisionNotes, UndoDecision } from './DecisionNotes.tsx'
import { applyDecisions, type HeldDecision } from './decision-queue.ts'
import type { ReviewChoices } from './ReviewFilters.tsx'
import { ReviewHead } from './ReviewHead.tsx'
import { ReviewList } from './ReviewList.tsx'
import { reviewShortcuts, useReviewShortcuts } from './review-shortcuts.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SubmissionDetail } from './SubmissionDetail.tsx'
import { pageSize, type SubmissionSearch, submissionsUrl, toSubmissionFilter } from './submissions-url.ts'
import { useDecisions } from './use-decisions.ts'
import { type Review, useReview } from './use-review.ts'

interface ReviewProps extends ReviewChoices {
  search: SubmissionSearch
  found: SubmissionPage
  /** The open submission with its comments. */
  opened: { submission: Submission; comments: Comment[] } | null
  userId: number
  mayReopen: boolean
}

function NoSubmissions({ search }: { search: SubmissionSearch }) {
  const t = useTexts('submissions')
  const isBare = submissionsUrl.href(search, { submissionId: null }) === submissionsUrl.path
  if (isBare) return <EmptyState title={t('desk.noneReview')}>{t('desk.noneReviewText')}</EmptyState>
  return (
    <EmptyState
      title={t('desk.none')}
      actions={<Button href={`${submissionsUrl.path}?view=all`}>{t('desk.showAll')}</Button>}
    >
      {t('desk.noneText')}
    </EmptyState>
  )
}

/** Shown beside the list while no submission is open. */
function OpenFirst({ review }: { review: Review }) {
  const t = useTexts('submissions')
  const { search, found } = review
  const [first] = found.items
  if (search.submissionId) return <EmptyState title={t('desk.gone')} />
  if (!first) return null
  const address = submissionsUrl.href(search, { submissionId: first.submissionId })
  return (
    <EmptyState
      title={t('desk.pick')}
      actions={
        <Button href={address} tone="primary">
          {t('desk.begin')}
        </Button>
      }
    >
      {t('desk.pickText', { next: reviewShortcuts.next.label, previous: reviewShortcuts.previous.label })}
    </EmptyState>
  )
}

/** Buttons that save the submissions of the list as a file, one for each kind. */
function ExportSubmissions({ search, userId }: { search: SubmissionSearch; userId: number }) {
  const t = useTexts('submissions')
  const { page: _, pageSize: __, ...filter } = toSubmissionFilter(search, userId)
  return (
    <ExportButtons
      save={async (kind) => {
        const response = await api('POST /submissionAdmin/export', { body: { ...filter, kind } })
        await saveResponse(response, `${t('desk.file')}.${kind}`)
      }}
    />
  )
}

/** Steps through the list; `nextWaiting` is the id of the next submission without a decision, null for none. */
function useSteps(review: Review) {
  const { found, search } = review
  const at = found.items.findIndex(({ submissionId }) => submissionId === search.submissionId)
  const step = (by: 1 | -1) => {
    const to = found.items[at === -1 ? 0 : at + by]
    if (to) review.open(to.submissionId)
  }
  const nextWaiting = [...found.items.slice(at + 1), ...found.items.slice(0, Math.max(at, 0))].find(
    ({ status }) => status === 1 || status === 2,
  )
  return {
    step,
    position: at === -1 ? null : { at: at + 1, count: found.items.length },
    nextWaiting: nextWaiting?.submissionId ?? null,
  }
}

/** State of the list and of the reader's decisions, which the list shows before they are sent. */
function useReviewState({ userId, opened, ...stored }: ReviewProps) {
  const loaded = useReview({ ...stored, opened: opened?.submission ?? null, userId })
  const decisions = useDecisions(userId, loaded.reload)
  const { found } = loaded
  const items = applyDecisions(found.items, decisions.decisions)
  const [shown = null] = loaded.opened ? applyDecisions([loaded.opened], decisions.decisions) : []
  const review: Review = { ...loaded, found: { ...found, items }, opened: shown }
  const heldDecision = decisions.waiting.find(({ submissionId }) => submissionId === shown?.submissionId) ?? null
  const refusedDecision = decisions.refused.find(({ submissionId }) => submissionId === shown?.submissionId) ?? null
  const undo = (decision: HeldDecision | null) => {
    if (decision && decisions.undo(decision.id)) review.open(decision.submissionId)
  }
  return { review, decisions, heldDecision, refusedDecision, undo }
}

function Screen(props: ReviewProps) {
  const { educations, parts, userId, mayReopen } = props
  const t = useTexts('submissions')
  const { review, decisions, heldDecision, refusedDecision, undo } = useReviewState(props)
  const { search, found, opened } = review
  const { step, position, nextWaiting } = useSteps(review)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = found.items.filter(({ submissionId }) => chosenIds.has(submissionId))
  useReviewShortcuts({ next: () => step(1), previous: () => step(-1), undo: () => undo(decisions.last) })
  const changed = (submissions: Submission[]) => {
    review.replace(submissions)
    review.reload()
  }
  const decide = (status: SubmissionStatus, comment: string) => {
    if (!opened) return
    decisions.hold(opened, { status, comment })
    review.goOn(nextWaiting)
  }
  // Only the page's own comments: when a submission is opened again, there may be new ones.
  const isFirst = opened !== null && props.opened?.submission.lastChange === opened.lastChange
  const initialComments =
    isFirst && props.opened?.submission.submissionId === opened.submissionId ? props.opened.comments : null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link comes as a click
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the links in it
    <div onClick={review.follow}>
      <ReviewHead review={review} educations={educations} parts={parts} />
      <DecisionNotes decisions={decisions} onOpen={review.open} />
      {review.problem && (
        <div className="mt-5">
          <ErrorBox>{review.problem}</ErrorBox>
        </div>
      )}
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-6 ${opened ? 'mt-2 xl:grid-cols-[17rem_minmax(0,1fr)]' : 'mt-5 xl:grid-cols-[20rem_minmax(0,1fr)]'}`}
      >
        <div className={`grid grid-cols-[minmax(0,1fr)] gap-3 xl:sticky xl:top-20 ${opened ? 'max-xl:hidden' : ''}`}>
          {!opened && (
            <p className="text-muted" aria-live="polite">
              {t('desk.count', { count: found.total })}
            </p>
          )}
          {!opened && found.total > 0 && <ExportSubmissions search={search} userId={userId} />}
          {found.items.length === 0 ? (
            <NoSubmissions search={search} />
          ) : (
            <div className="overflow-y-auto xl:max-h-[75dvh]">
              <ReviewList
                search={search}
                userId={userId}
                items={found.items}
                chosen={chosenIds}
                onChoose={(id, isChosen) =>
                  setChosenIds((now) => new Set(isChosen ? [...now, id] : [...now].filter((one) => one !== id)))
                }
              />
            </div>
          )}
          <Pagination
            page={search.page}
            pages={Math.ceil(found.total / pageSize)}
            address={submissionsUrl.href(search, { page: 1 })}
          />
        </div>
        {opened ? (
          <SubmissionDetail
            key={opened.submissionId}
            submission={opened}
            comments={initialComments}
            userId={userId}
            mayReopen={mayReopen}
            listHref={submissionsUrl.href(search, { submissionId: null })}
            position={position}
            onStep={step}
            heldDecision={heldDecision}
            refusedDecision={refusedDecision}
            onDecide={decide}
            onUndo={() => undo(heldDecision)}
            onChanged={changed}
            onRenew={review.reload}
          />
        ) : (
          <div className="max-xl:hidden">
            <OpenFirst review={review} />
          </div>
        )}
      </div>
      {chosen.length === 0 && <UndoDecision last={decisions.last} onUndo={() => undo(decisions.last)} />}
      <SelectionBar
        chosen={chosen}
        search={search}
        total={found.total}
        userId={userId}
        onClear={() => setChosenIds(new Set())}
        onChanged={(submissions) => {
          setChosenIds(new Set())
          changed(submissions)
        }}
      />
    </div>
  )
}

/**
 * Review of submissions: the list with its filters, and the open submission beside it, both in the URL. A decision is
 * held for eight seconds, with undo, and the next undecided submission opens; keys step through the list. Chosen
 * submissions are assigned or saved together.
 */
export const SubmissionReview = island(Screen)
