import { reportMoments } from '#api/office/reports/rules.ts'

/** What a report is narrowed by, as it stands in the address. Days are of the portal's own zone. */
export interface ReportSearch {
  startDate: string
  endDate: string
  searchString: string
  categoryIds: number[]
  educationRoleIds: number[]
  organizationIds: number[]
}

const dayOf = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

const idsOf = (texts: readonly string[]) =>
  [...new Set(texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number))].slice(0, 50)

/** What makes no sense is as if it were not there; without a word about days, `otherwise`. */
export const searchIn = (address: URLSearchParams, otherwise: { from: string; until: string }): ReportSearch => ({
  startDate: dayOf(address.get('startDate')) ?? otherwise.from,
  endDate: dayOf(address.get('endDate')) ?? otherwise.until,
  searchString: (address.get('searchString') ?? '').slice(0, 200),
  categoryIds: idsOf(address.getAll('categoryIds')),
  educationRoleIds: idsOf(address.getAll('educationRoleIds')),
  organizationIds: idsOf(address.getAll('organizationIds')),
})

export function addressOf({ startDate, endDate, searchString, ...lists }: ReportSearch): string {
  const address = new URLSearchParams({ view: 'reports', startDate, endDate })
  if (searchString) address.set('searchString', searchString)
  for (const [name, ids] of Object.entries(lists)) for (const id of ids) address.append(name, String(id))
  return `/myeducations?${address}`
}

/** Why a report cannot be asked for so, by field. */
export function problemsIn({ startDate, endDate }: ReportSearch): { startDate?: string; endDate?: string } {
  if (!startDate) return { startDate: 'missingDay' }
  if (!endDate) return { endDate: 'missingDay' }
  return endDate < startDate ? { endDate: 'badPeriod' } : {}
}

/** The same as the calls want it: from one second past midnight to the last moment of the last day. */
export const queryOf = ({ startDate, endDate, ...rest }: ReportSearch) => ({
  ...rest,
  ...reportMoments(startDate, endDate),
})
