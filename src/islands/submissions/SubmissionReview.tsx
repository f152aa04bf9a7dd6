import { useState } from 'react'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { SubmissionPage } from '#api/participation/submissions/review/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { type ReviewChoices, ReviewFilters } from './ReviewFilters.tsx'
import { ReviewList } from './ReviewList.tsx'
import { reviewShortcuts, useReviewShortcuts } from './review-shortcuts.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SubmissionDetail } from './SubmissionDetail.tsx'
import { pageSize, reviewViews, type SubmissionSearch, submissionsUrl, toSubmissionFilter } from './submissions-url.ts'
import { useReview } from './use-review.ts'

interface ReviewProps extends ReviewChoices {
  search: SubmissionSearch
  found: SubmissionPage
  /** The open submission with its comments. */
  opened: { submission: Submission; comments: Comment[] } | null
  userId: number
  mayReopen: boolean
}

type Review = ReturnType<typeof useReview>

function Views({ review }: { review: Review }) {
  const t = useTexts('submissions')
  const { search, found } = review
  const counts = { review: found.counts.toReview, mine: found.counts.mine, returned: found.counts.returned }
  const tabs = reviewViews.map((view) => ({
    label: t(`view.${view}`),
    href: submissionsUrl.href(search, { view, page: 1, submissionId: null }),
    current: search.view === view,
    count: view in counts ? counts[view as keyof typeof counts] : undefined,
  }))
  return <Tabs label={t('desk.views')} tabs={tabs} />
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

/** Steps through the list, and after a decision to the next submission without one. */
function useSteps(review: Review) {
  const { found, search } = review
  const at = found.items.findIndex(({ submissionId }) => submissionId === search.submissionId)
  const step = (by: 1 | -1) => {
    const to = found.items[at === -1 ? 0 : at + by]
    if (to) review.open(to.submissionId)
  }
  const isUndecided = (from: number) =>
    [...found.items.slice(from + 1), ...found.items.slice(0, Math.max(from, 0))].find(
      ({ status }) => status === 1 || status === 2,
    )
  useReviewShortcuts({ next: () => step(1), previous: () => step(-1) })
  return {
    step,
    position: at === -1 ? null : { at: at + 1, count: found.items.length },
    nextWaiting: () => isUndecided(at)?.submissionId ?? null,
  }
}

function Screen({ educations, parts, userId, mayReopen, ...stored }: ReviewProps) {
  const t = useTexts('submissions')
  const review = useReview({ ...stored, opened: stored.opened?.submission ?? null, userId })
  const { search, found, opened } = review
  const { step, position, nextWaiting } = useSteps(review)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = found.items.filter(({ submissionId }) => chosenIds.has(submissionId))
  const changed = (submissions: Submission[], isDone: boolean) => {
    review.replace(submissions)
    review.reload(isDone && opened ? { from: opened.submissionId, to: nextWaiting() } : undefined)
  }
  // Only the page's own comments: when a submission is opened again, there may be new ones.
  const initialComments = opened && stored.opened?.submission === opened ? stored.opened.comments : null
  const listHref = submissionsUrl.href(search, { submissionId: null })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link comes as a click
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the links in it
    <div onClick={review.follow}>
      <div className={opened ? 'max-xl:hidden' : undefined}>
        <Views review={review} />
        <div className="mt-5">
          <ReviewFilters search={search} change={review.change} educations={educations} parts={parts} />
        </div>
      </div>
      {review.problem && (
        <div className="mt-5">
          <ErrorBox>{review.problem}</ErrorBox>
        </div>
      )}
      <div className="mt-5 grid items-start gap-6 grid-cols-[minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={`grid grid-cols-[minmax(0,1fr)] gap-3 xl:sticky xl:top-4 ${opened ? 'max-xl:hidden' : ''}`}>
          <p className="text-muted" aria-live="polite">
            {t('desk.count', { count: found.total })}
          </p>
          {found.total > 0 && <ExportSubmissions search={search} userId={userId} />}
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
            listHref={listHref}
            position={position}
            onStep={step}
            onChanged={changed}
          />
        ) : (
          <div className="max-xl:hidden">
            <OpenFirst review={review} />
          </div>
        )}
      </div>
      <SelectionBar
        chosen={chosen}
        search={search}
        total={found.total}
        userId={userId}
        onClear={() => setChosenIds(new Set())}
        onChanged={(submissions) => {
          setChosenIds(new Set())
          changed(submissions, false)
        }}
      />
    </div>
  )
}

/**
 * Review of submissions: the list with its filters, and the open submission beside it, both in the URL. After the
 * reader's own decision the next undecided one opens; keys step through the list. Chosen submissions are assigned or
 * saved together.
 */
export const SubmissionReview = island(Screen)
