import type { OrganizedOccasionQuery } from '#api/office/worklist/contract.ts'
import { parseHolderSearch, toCycleFilter } from '#api/participation/licenses/held/rules.ts'
import type { SubmissionFilter } from '#api/participation/submissions/review/contract.ts'
import type { AnyFilter } from '#api/people/user-management/lists/list-people.ts'

/*
 * The filters of lists as their pages parse them from a URL, for counts. Pages cannot be imported here; a test compares
 * these functions with those of the pages.
 */

const toId = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

const toDay = (text: string | null) => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text ?? '') ? text : null
}

const roles = ['SuperAdministrator', 'Administrator', 'Educator', 'OrganizationAdmin'] as const
const states = [0, 1, 2, 3, 4] as const

/**
 * Parses the filter of the list of people from the URL query of a saved view. With `mayFilterByProgress`, as for
 * administrators, an occasion or else an education counts too, and with one of them a state. Invalid values are
 * ignored.
 */
export function parseUserFilter(query: URLSearchParams, mayFilterByProgress: boolean): AnyFilter {
  const text = (query.get('text') ?? '').slice(0, 200)
  const role = roles.find((one) => one === query.get('role'))
  const organizationId = toId(query.get('organization'))
  const kind = query.get('kind')
  const filter = {
    ...(text.trim() && { searchString: text.trim() }),
    ...(role && { roles: [role] }),
    ...(organizationId && { organizationIds: [organizationId] }),
    ...(kind === 'external' && { isExternal: true }),
    ...(kind === 'member' && { isExternal: false }),
    ...(kind === 'inactive' && { inactive: true }),
  }
  const [educationId, occasionId] = [toId(query.get('education')), toId(query.get('occasion'))]
  if (!mayFilterByProgress || !(educationId || occasionId)) return filter
  const state = states.find((one) => String(one) === query.get('state'))
  const withState = { ...filter, ...(state !== undefined && { states: [state] }) }
  return occasionId ? { ...withState, occasionId } : { ...withState, educationId: educationId ?? 0 }
}

/**
 * Parses the filter of an educator's occasions from the URL query of a saved view, for counting: a page of one row.
 * Without a parameter for the first day it begins `today`, `yyyy-MM-dd`; an empty one means no first day. Invalid
 * values are ignored.
 */
export function parseOccasionFilter(query: URLSearchParams, today: string): OrganizedOccasionQuery {
  const written = query.get('startDate')
  const startDate = written === null ? today : toDay(written)
  const endDate = toDay(query.get('endDate'))
  const educationId = toId(query.get('educationId'))
  const educationPartId = educationId && toId(query.get('educationPartId'))
  const responsibleId = toId(query.get('responsibleId'))
  const city = (query.get('city') ?? '').slice(0, 100)
  return {
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(educationPartId && { educationPartId }),
    ...(responsibleId && { responsibleId }),
    educationId: educationId ? [educationId] : [],
    city: city ? [city] : [],
    sort: 'start',
    page: 1,
    pageSize: 1,
  }
}

const statusesByView = { review: [1, 2], mine: [1, 2], returned: [3], decided: [4, 5], all: [] } as const
const isView = (text: string): text is keyof typeof statusesByView => Object.hasOwn(statusesByView, text)

/**
 * Parses the filter of submissions to review from the URL query of a saved view, for counting: a page of one row.
 * `userId` is the caller, to whose submissions the view `mine` is limited. Without a view it is `review`. Invalid
 * values are ignored.
 */
export function parseSubmissionFilter(query: URLSearchParams, userId: number): SubmissionFilter {
  const written = query.get('view') ?? ''
  const view = isView(written) ? written : 'review'
  const [educationId, partId] = [toId(query.get('education')), toId(query.get('part'))]
  return {
    submissionIds: [],
    educationIds: educationId ? [educationId] : [],
    educationPartIds: partId ? [partId] : [],
    statuses: [...statusesByView[view]],
    assigneeId: view === 'mine' ? userId : null,
    unassigned: query.has('unassigned') && view !== 'mine',
    searchString: (query.get('text') ?? '').slice(0, 200).trim(),
    descending: query.has('newest'),
    page: 1,
    pageSize: 1,
  }
}

/**
 * Parses the filter of people's licences from the URL query of a saved view, with the parser of the page, for counting:
 * a page of one row. Invalid values are ignored.
 */
export function parseLicenseFilter(query: URLSearchParams) {
  return { ...toCycleFilter(parseHolderSearch(query)), sort: 'person' as const, page: 1, pageSize: 1 }
}
