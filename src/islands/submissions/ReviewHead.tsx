import { useTexts } from '../client/texts.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { ReviewChips } from './ReviewChips.tsx'
import { type ReviewChoices, ReviewFilters } from './ReviewFilters.tsx'
import { reviewViews, submissionsUrl } from './submissions-url.ts'
import type { Review } from './use-review.ts'

interface HeadProps extends ReviewChoices {
  review: Review
}

function Views({ review }: Pick<HeadProps, 'review'>) {
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

/**
 * Views and filters of the list. They are folded into a line with the page's heading while a submission is open, so
 * that the file and the buttons are in view together.
 */
export function ReviewHead({ review, educations, parts }: HeadProps) {
  const t = useTexts('submissions')
  const { search, found, opened } = review
  const tools = (
    <>
      <Views review={review} />
      <div className="mt-5">
        <ReviewFilters search={search} change={review.change} educations={educations} parts={parts} />
      </div>
      <ReviewChips search={search} educations={educations} parts={parts} />
    </>
  )
  if (!opened) return <div>{tools}</div>
  return (
    <details data-review-open>
      <summary className="flex min-h-11 w-fit max-w-full cursor-pointer flex-wrap items-center gap-x-3">
        <h1 className="text-lg">{t('desk.title')}</h1>
        <span className="text-muted">
          {t(`view.${search.view}`)} · {t('desk.count', { count: found.total })}
        </span>
        <span className="font-medium text-accent-ink">{t('desk.unfold')}</span>
      </summary>
      <div className="mt-2 mb-4">{tools}</div>
    </details>
  )
}
