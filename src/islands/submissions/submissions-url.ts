import type { SubmissionFilter } from '#api/participation/submissions/review/contract.ts'
import { id, oneOf, page, presence, text } from '../url-state/params.ts'
import { type UrlStateOf, urlState } from '../url-state/url-state.ts'

export const reviewViews = ['review', 'mine', 'returned', 'decided', 'all'] as const
type ReviewView = (typeof reviewViews)[number]

export const submissionsUrl = urlState('/inlamningsuppgifter', {
  view: oneOf(reviewViews, 'review'),
  text: text(),
  educationId: id('education'),
  partId: id('part'),
  unassigned: presence(),
  newest: presence(),
  page: page(),
  /** Id of the open submission. */
  submissionId: id('submission'),
})
export type SubmissionSearch = UrlStateOf<typeof submissionsUrl>

const statusesByView: Record<ReviewView, SubmissionFilter['statuses']> = {
  review: [1, 2],
  mine: [1, 2],
  returned: [3],
  decided: [4, 5],
  all: [],
}

export const pageSize = 50

/**
 * Converts the search to the filter of the list's call, 50 submissions to a page. `userId` is the reviewer of the view
 * `mine`, where `unassigned` does not count.
 */
export const toSubmissionFilter = (search: SubmissionSearch, userId: number): SubmissionFilter => ({
  submissionIds: [],
  educationIds: search.educationId ? [search.educationId] : [],
  educationPartIds: search.partId ? [search.partId] : [],
  statuses: statusesByView[search.view],
  assigneeId: search.view === 'mine' ? userId : null,
  unassigned: search.unassigned && search.view !== 'mine',
  searchString: search.text.trim(),
  descending: search.newest,
  page: search.page,
  pageSize,
})

/** Returns the filter that finds one submission in any view, also one that another person reviews. */
export const toSingleFilter = (submissionId: number): SubmissionFilter => ({
  ...toSubmissionFilter(submissionsUrl.parse(new URLSearchParams('view=all')), 0),
  submissionIds: [submissionId],
})
