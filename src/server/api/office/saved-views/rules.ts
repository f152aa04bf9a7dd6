import type { CallerGroup } from '#api/actor.ts'

interface ViewListDefinition {
  address: string
  who: CallerGroup
  /** Parameters that say something when they are empty, such as a list without its first day. */
  emptied?: readonly string[]
}

/** Lists of the office whose filters can be saved: the URL of each, and who may open it. */
export const viewLists = {
  users: { address: '/users', who: 'usersOffice' },
  occasions: { address: '/myeducations?view=occasions', who: 'educatorsUp', emptied: ['startDate'] },
  exams: { address: '/myeducations?view=exams', who: 'educatorsUp', emptied: ['from'] },
  submissions: { address: '/inlamningsuppgifter', who: 'educatorsUp' },
  licenseHolders: { address: '/licenses?tab=holders', who: 'superadministrators' },
  invoices: { address: '/invoices', who: 'superadministrators' },
  payments: { address: '/betalningar', who: 'superadministrators' },
  mails: { address: '/outbox', who: 'superadministrators' },
  overview: { address: '/oversikt', who: 'superadministrators' },
  participations: { address: '/oversikt/deltaganden', who: 'superadministrators' },
  auditLog: { address: '/config?tab=audit', who: 'superadministrators' },
  statements: { address: '/statements', who: 'superadministrators' },
  jobs: { address: '/hangfire', who: 'superadministrators' },
} as const satisfies Record<string, ViewListDefinition>

export type ViewList = keyof typeof viewLists

export const viewListNames = Object.keys(viewLists) as [ViewList, ...ViewList[]]

/** Most characters of a saved query. */
export const maxQueryLength = 2000

/** Parameters of the position in a list, which a view does not store. */
const placeParameters = ['page', 'after', 'submission']

const splitHref = (address: string): [string, URLSearchParams] => {
  const [path = '', fixed = ''] = address.split('?')
  return [path, new URLSearchParams(fixed)]
}

/**
 * Returns a query of a list as a view stores it: without the place in the list (`page`, `after`, `submission`), the
 * parameters of the list's own URL, and empty values that say nothing. It is sorted, so that equal filters are equal
 * texts. Empty for a list without a filter.
 */
export function normalizeQuery(list: ViewList, query: string): string {
  const { address, emptied = [] }: ViewListDefinition = viewLists[list]
  const [, fixed] = splitHref(address)
  const pairs = [...new URLSearchParams(query)].filter(
    ([name, value]) => (value !== '' || emptied.includes(name)) && !placeParameters.includes(name) && !fixed.has(name),
  )
  const parameters = new URLSearchParams(pairs)
  parameters.sort()
  return parameters.toString()
}

/**
 * Returns the path of a list, with the parameters of its own and those of a view's query; without a question mark when
 * there are none.
 */
export function formatViewHref(list: ViewList, query: string): string {
  const [path, fixed] = splitHref(viewLists[list].address)
  const parameters = new URLSearchParams([...fixed, ...new URLSearchParams(query)])
  return parameters.size > 0 ? `${path}?${parameters}` : path
}
