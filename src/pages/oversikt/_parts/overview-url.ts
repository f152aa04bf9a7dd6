import { type ParticipantState, participantStates } from '#api/office/overview/rules.ts'
import { day } from '#islands/url-state/day-params.ts'
import { pageOfList } from '#islands/url-state/page-of-list.ts'
import { flag, ids, oneOf } from '#islands/url-state/params.ts'
import { type Param, type UrlStateOf, urlState } from '#islands/url-state/url-state.ts'

export const overviewUrl = urlState('/oversikt', {
  from: day(''),
  to: day(''),
  externalOnly: flag('true'),
  showCompletedParticipants: flag('true'),
  withoutDistrict: flag('true'),
  withoutCategory: flag('true'),
  educationCategoryIds: ids(50),
  organizationIds: ids(50),
  /** Shows only the people behind this figure. */
  state: oneOf(participantStates, null),
  page: pageOfList(99_999),
})
/** State of the overview in the URL; days are in the portal's time zone. */
export type OverviewSearch = UrlStateOf<typeof overviewUrl>

/**
 * Parses the state. Without a first or last day it has that of the given year, `yyyy-MM-dd`; days in the wrong order
 * are swapped.
 */
export function parseOverviewSearch(
  address: URL | URLSearchParams,
  year: { from: string; to: string },
): OverviewSearch {
  const search = overviewUrl.parse(address, year)
  const { from, to } = search
  return from <= to ? search : { ...search, from: to, to: from }
}

/**
 * Returns `path` with the search, its page too, as its query; the state of people is left out unless it is among the
 * changes.
 */
export const overviewHref = (path: string, search: OverviewSearch, changes: Partial<OverviewSearch> = {}) =>
  `${path}?${new URLSearchParams(overviewUrl.pairs({ ...search, state: null, ...changes }))}`

/**
 * Returns the part of the query that every call of the overview has: days, organisations, and the two flags where they
 * are set.
 */
export const toOverviewQuery = ({ from, to, externalOnly, organizationIds, withoutDistrict }: OverviewSearch) => ({
  from,
  to,
  organizationIds,
  ...(externalOnly && { externalOnly }),
  ...(withoutDistrict && { withoutDistrict }),
})

/**
 * Returns only the part of the query with the chosen categories, and the flag for educations without one where it is
 * set; calls about several educations add it to `toOverviewQuery`.
 */
export const toCategoryQuery = ({ educationCategoryIds, withoutCategory }: OverviewSearch) => ({
  educationCategoryIds,
  ...(withoutCategory && { withoutCategory }),
})

const month: Param<string | undefined> = {
  parse: ([first]) => (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(first ?? '') ? first : undefined),
  fallback: undefined,
}

const wholeNumber: Param<number | undefined> = {
  parse: ([first]) => (/^\d{1,9}$/.test(first ?? '') ? Number(first) : undefined),
  fallback: undefined,
}

/** Filters of the list of participations, in addition to those of the overview. */
const participationsUrl = urlState('/oversikt/deltaganden', {
  month,
  educationId: { ...wholeNumber, parse: (texts: readonly string[]) => wholeNumber.parse(texts) || undefined },
  /** Organisation id; 0 for people without one. */
  clubId: wholeNumber,
  under25: flag('true'),
})

export interface ParticipationFilter extends Partial<UrlStateOf<typeof participationsUrl>> {
  state: ParticipantState
}

/**
 * Returns month, education, club and age of the filter as names and values for the URL, in this order, without those
 * that are unset. The state is not among them.
 */
export const participationPairs = ({ month, educationId, clubId, under25 = false }: ParticipationFilter) =>
  participationsUrl.pairs({ month, educationId, clubId, under25 })

/**
 * Returns path and query of the first page of the participations behind a figure. The filter's state replaces that of
 * the search, also its `showCompletedParticipants`.
 */
export function participationsHref(search: OverviewSearch, filter: ParticipationFilter): string {
  const state = { ...search, state: filter.state, showCompletedParticipants: false }
  return `${participationsUrl.path}?${new URLSearchParams([...overviewUrl.pairs(state), ...participationPairs(filter)])}`
}

/**
 * Parses the filter of the participations from the URL: state, month, education, club (0 for people without one) and
 * age; without a state, those that are signed up. Unusable values are left out.
 */
export function parseParticipationFilter(from: URL | URLSearchParams): ParticipationFilter {
  const { state } = overviewUrl.parse(from)
  const { under25, ...filter } = participationsUrl.parse(from)
  return { ...filter, state: state ?? 'signedUp', ...(under25 && { under25 }) }
}

/** Returns the path of the overview of one education. */
export const educationPath = (educationId: number) => `/oversikt/utbildning/${educationId}`

/** Returns the path of the overview of one part of an education. */
export const partPath = (educationId: number, educationPartId: number) =>
  `${educationPath(educationId)}/delmoment/${educationPartId}`

/**
 * Returns the first and last day (`yyyy-MM-dd`) of a month (`yyyy-MM`), clipped to the period, which must overlap it.
 */
export function clipMonth(month: string, { from, to }: { from: string; to: string }) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const [first, last] = [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)]
  return { from: first < from ? from : first, to: last > to ? to : last }
}
