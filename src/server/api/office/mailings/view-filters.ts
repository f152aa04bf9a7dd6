import { roles } from '#api/held-roles.ts'
import { type CycleFilter, parseHolderSearch, toCycleFilter } from '#api/participation/licenses/held/rules.ts'
import type { ResultState, UserFilter } from '#api/people/user-management/lists/contract.ts'

/** A filter of the list of users, with the education or occasion whose people it lists. */
export type UsersViewFilter = UserFilter & {
  educationId?: number
  occasionId?: number
  states?: ResultState[]
}

const toId = (text: string | null): number | null => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)
const states: readonly ResultState[] = [0, 1, 2, 3, 4]

type ViewPlace = Pick<UsersViewFilter, 'educationId' | 'occasionId' | 'states'>

/**
 * Parses the occasion, or else the education, of the URL query of a saved view of users, with the state of its
 * participants; null without either. An unknown state is ignored.
 */
export function parseViewPlace(text: string): ViewPlace | null {
  const query = new URLSearchParams(text)
  const [educationId, occasionId] = [toId(query.get('education')), toId(query.get('occasion'))]
  const state = states.find((one) => String(one) === query.get('state'))
  const ofState = state === undefined ? {} : { states: [state] }
  if (occasionId) return { occasionId, ...ofState }
  return educationId ? { educationId, ...ofState } : null
}

/**
 * Parses the URL query of a saved view of the list of users to its filter, as the list does; invalid values are
 * ignored. The education and occasion count only with `hasPlaces`: others than administrators have no such filter.
 */
export function parseUsersView(text: string, hasPlaces: boolean): UsersViewFilter {
  const query = new URLSearchParams(text)
  const searchString = (query.get('text') ?? '').slice(0, 200).trim()
  const role = roles.find((one) => one === query.get('role'))
  const organizationId = toId(query.get('organization'))
  const kind = query.get('kind')
  return {
    ...(searchString && { searchString }),
    ...(role && { roles: [role] }),
    ...(organizationId && { organizationIds: [organizationId] }),
    ...(kind === 'external' && { isExternal: true }),
    ...(kind === 'member' && { isExternal: false }),
    ...(kind === 'inactive' && { inactive: true }),
    ...(hasPlaces ? parseViewPlace(text) : null),
  }
}

/**
 * Parses the URL query of a saved view of the holders of licences to its filter, with the parser of the list; invalid
 * values are ignored.
 */
export const parseHoldersView = (text: string): CycleFilter =>
  toCycleFilter(parseHolderSearch(new URLSearchParams(text)))
