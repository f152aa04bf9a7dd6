import type { SubmissionFilter } from '#api/participation/submissions/desk/contract.ts'

export const deskViews = ['review', 'mine', 'returned', 'decided', 'all'] as const
type DeskView = (typeof deskViews)[number]

/** What of the desk is looked at, as it stands in the address. */
export interface DeskSearch {
  view: DeskView
  text: string
  educationId: number | null
  partId: number | null
  unassigned: boolean
  newest: boolean
  page: number
  /** The one that lies open. */
  submissionId: number | null
}

const idOf = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

export const searchOf = (address: URLSearchParams): DeskSearch => ({
  view: deskViews.find((view) => view === address.get('view')) ?? 'review',
  text: (address.get('text') ?? '').slice(0, 200),
  educationId: idOf(address.get('education')),
  partId: idOf(address.get('part')),
  unassigned: address.has('unassigned'),
  newest: address.has('newest'),
  page: idOf(address.get('page')) ?? 1,
  submissionId: idOf(address.get('submission')),
})

export const deskPath = '/inlamningsuppgifter'

export function addressOf({
  view,
  text,
  educationId,
  partId,
  unassigned,
  newest,
  page,
  submissionId,
}: DeskSearch): string {
  const address = new URLSearchParams({
    ...(view === 'review' ? {} : { view }),
    ...(text ? { text } : {}),
    ...(educationId ? { education: String(educationId) } : {}),
    ...(partId ? { part: String(partId) } : {}),
    ...(unassigned ? { unassigned: '1' } : {}),
    ...(newest ? { newest: '1' } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(submissionId ? { submission: String(submissionId) } : {}),
  })
  return address.size > 0 ? `${deskPath}?${address}` : deskPath
}

const statusesOf: Record<DeskView, SubmissionFilter['statuses']> = {
  review: [1, 2],
  mine: [1, 2],
  returned: [3],
  decided: [4, 5],
  all: [],
}

export const pageSize = 50

/** The same as the call wants it. */
export const filterOf = (search: DeskSearch, userId: number): SubmissionFilter => ({
  submissionIds: [],
  educationIds: search.educationId ? [search.educationId] : [],
  educationPartIds: search.partId ? [search.partId] : [],
  statuses: statusesOf[search.view],
  assigneeId: search.view === 'mine' ? userId : null,
  unassigned: search.unassigned && search.view !== 'mine',
  searchString: search.text.trim(),
  descending: search.newest,
  page: search.page,
  pageSize,
})

/** Only the one, wherever in the list it stands. */
export const filterOfOne = (submissionId: number): SubmissionFilter => ({
  ...filterOf(searchOf(new URLSearchParams('view=all')), 0),
  submissionIds: [submissionId],
})
