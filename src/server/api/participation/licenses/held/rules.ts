import { type Stage, stages } from '../cycles/rules.ts'

/** The orders of the list of licence holders, each with its usual direction. */
export const holderOrders = { person: 'ascending', license: 'ascending', period: 'ascending' } as const

/** The search of the page of licence holders. */
export interface HolderSearch {
  searchString: string
  licenseId: number | null
  organizationId: number | null
  /** Null for the latest licence of each holder. */
  validOn: string | null
  /** First and last day on which the licence may end; null for any. */
  endsFrom: string | null
  endsTo: string | null
  stage: Stage | null
}

/** Conditions of a search; empty ones match all. `validOn`: cycles valid on that day, null: the latest ones. */
export interface CycleFilter {
  searchString: string
  licenseIds: number[]
  organizationIds: number[]
  validOn: string | null
  /** First and last day on which the cycle may end; a cycle without end is in no such period. */
  endsFrom: string | null
  endsTo: string | null
  stages: Stage[]
}

function toDay(text: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null
}

const toId = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/**
 * Parses the search of the URL of the page of licence holders: `search`, cut at 100 characters, `licenseId`,
 * `organization`, `validOn`, `endsFrom`, `endsTo` and `stage`. A missing or malformed value is null, or an empty text.
 * Days in the wrong order are swapped.
 */
export function parseHolderSearch(parameters: URLSearchParams): HolderSearch {
  const read = (name: string) => parameters.get(name) ?? ''
  const [first, last] = [toDay(read('endsFrom')), toDay(read('endsTo'))]
  const isSwapped = first !== null && last !== null && first > last
  return {
    searchString: read('search').slice(0, 100),
    licenseId: toId(read('licenseId')),
    organizationId: toId(read('organization')),
    validOn: toDay(read('validOn')),
    endsFrom: isSwapped ? last : first,
    endsTo: isSwapped ? first : last,
    stage: stages.find((one) => one === read('stage')) ?? null,
  }
}

/**
 * Returns the parameters by which `parseHolderSearch` reads a search, in the order of the fields of the page. Those
 * that narrow nothing are left out.
 */
export function listHolderParameters(search: HolderSearch): [name: string, value: string][] {
  const { searchString, licenseId, organizationId, validOn, endsFrom, endsTo, stage } = search
  const values = {
    search: searchString.trim(),
    licenseId,
    stage,
    endsFrom,
    endsTo,
    organization: organizationId,
    validOn,
  }
  return Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
}

/** Converts the search of the page to the filter of its calls, with the text trimmed. */
export const toCycleFilter = ({
  searchString,
  licenseId,
  organizationId,
  stage,
  ...days
}: HolderSearch): CycleFilter => ({
  searchString: searchString.trim(),
  licenseIds: licenseId ? [licenseId] : [],
  organizationIds: organizationId ? [organizationId] : [],
  ...days,
  stages: stage ? [stage] : [],
})
