import { type ParticipantState, participantStates } from '#api/office/overview/rules.ts'

/** What the overview shows, as it stands in the address. Days are of the portal's own zone. */
export interface OverviewSearch {
  from: string
  to: string
  externalOnly: boolean
  showCompletedParticipants: boolean
  educationCategoryIds: number[]
  organizationIds: number[]
  withoutDistrict: boolean
  withoutCategory: boolean
  /** Only the people behind this figure. */
  state: ParticipantState | null
  page: number
}

const dayOf = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

const idsOf = (texts: readonly string[]) =>
  [...new Set(texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number))].slice(0, 50)

const isOn = (text: string | null) => text === 'true' || text === '1'

/** What makes no sense is as if it were not there; days the wrong way round change places. */
export function searchIn(address: URLSearchParams, year: { from: string; to: string }): OverviewSearch {
  const [from, to] = [dayOf(address.get('from')) ?? year.from, dayOf(address.get('to')) ?? year.to]
  const page = Number(address.get('page'))
  return {
    ...(from <= to ? { from, to } : { from: to, to: from }),
    externalOnly: isOn(address.get('externalOnly')),
    showCompletedParticipants: isOn(address.get('showCompletedParticipants')),
    educationCategoryIds: idsOf(address.getAll('educationCategoryIds')),
    organizationIds: idsOf(address.getAll('organizationIds')),
    withoutDistrict: isOn(address.get('withoutDistrict')),
    withoutCategory: isOn(address.get('withoutCategory')),
    state: participantStates.find((state) => state === address.get('state')) ?? null,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** What is chosen, as pairs of the address; what is off or empty is not in it. */
export function pairsOf({ from, to, page: _, state, ...rest }: OverviewSearch): [string, string][] {
  const { educationCategoryIds, organizationIds, ...on } = rest
  const { externalOnly, showCompletedParticipants, withoutDistrict, withoutCategory } = on
  const switches = Object.entries({ externalOnly, showCompletedParticipants, withoutDistrict, withoutCategory })
  return [
    ...([
      ['from', from],
      ['to', to],
    ] as [string, string][]),
    ...switches.flatMap(([name, on]): [string, string][] => (on ? [[name, 'true']] : [])),
    ...educationCategoryIds.map((id): [string, string] => ['educationCategoryIds', String(id)]),
    ...organizationIds.map((id): [string, string] => ['organizationIds', String(id)]),
    ...(state ? [['state', state] as [string, string]] : []),
  ]
}

/** The same somewhere else, or otherwise; the first page has no number. */
export const addressOf = (path: string, search: OverviewSearch, change: Partial<OverviewSearch> = {}) =>
  `${path}?${new URLSearchParams(pairsOf({ ...search, state: null, ...change }))}`

/** What every call of the overview understands. */
export const sliceOf = ({ from, to, externalOnly, organizationIds, withoutDistrict }: OverviewSearch) => ({
  from,
  to,
  organizationIds,
  ...(externalOnly && { externalOnly }),
  ...(withoutDistrict && { withoutDistrict }),
})

/** The educations that are chosen, for the calls that are about several. */
export const categoriesOf = ({ educationCategoryIds, withoutCategory }: OverviewSearch) => ({
  educationCategoryIds,
  ...(withoutCategory && { withoutCategory }),
})

export interface ParticipationChoice {
  state: ParticipantState
  month?: string | undefined
  educationId?: number | undefined
  /** The club itself; 0: nobody's. */
  clubId?: number | undefined
  under25?: boolean | undefined
}

/** What is chosen beside the slice, as pairs of the address. */
export const choicePairs = ({ month, educationId, clubId, under25 }: ParticipationChoice): [string, string][] => [
  ...(month ? [['month', month] as [string, string]] : []),
  ...(educationId ? [['educationId', String(educationId)] as [string, string]] : []),
  ...(clubId === undefined ? [] : [['clubId', String(clubId)] as [string, string]]),
  ...(under25 ? [['under25', 'true'] as [string, string]] : []),
]

/** Where the rows behind a figure across educations are. */
export function participationsAddress(search: OverviewSearch, choice: ParticipationChoice): string {
  const { state } = choice
  const pairs = [...pairsOf({ ...search, state, showCompletedParticipants: false }), ...choicePairs(choice)]
  return `/oversikt/deltaganden?${new URLSearchParams(pairs)}`
}

/** The same, read again; what makes no sense is as if it were not there. */
export function participationChoiceIn(address: URLSearchParams): ParticipationChoice {
  const month = address.get('month') ?? ''
  const numberOf = (name: string) => (/^\d{1,9}$/.test(address.get(name) ?? '') ? Number(address.get(name)) : undefined)
  return {
    state: participantStates.find((one) => one === address.get('state')) ?? 'signedUp',
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    educationId: numberOf('educationId') || undefined,
    clubId: numberOf('clubId'),
    under25: isOn(address.get('under25')) || undefined,
  }
}

export const educationPath = (educationId: number) => `/oversikt/utbildning/${educationId}`

export const partPath = (educationId: number, educationPartId: number) =>
  `${educationPath(educationId)}/delmoment/${educationPartId}`

/** The days of a month, `yyyy-MM`, as far as they lie between the two. */
export function daysOf(month: string, { from, to }: { from: string; to: string }) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const [first, last] = [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)]
  return { from: first < from ? from : first, to: last > to ? to : last }
}
