import { seasonStates } from '#api/participation/licenses/season/rules.ts'
import { id, oneOf, page, text } from '#islands/url-state/params.ts'
import { type UrlStateOf, urlState } from '#islands/url-state/url-state.ts'

export const organizationTabs = ['members', 'requests', 'bookings', 'licenses', 'invoices', 'below'] as const
export type OrganizationTab = (typeof organizationTabs)[number]

/** Creates the URL state of an organisation's page: reads and writes its tab and filters in the query. */
export const organizationUrlState = (organizationId: number) =>
  urlState(`/organization/${organizationId}`, {
    tab: oneOf(organizationTabs, null),
    state: oneOf(seasonStates, null),
    licenseId: id('license'),
    text: text(100),
    page: page(),
  })
export type OrganizationUrlState = ReturnType<typeof organizationUrlState>
export type OrganizationSearch = UrlStateOf<OrganizationUrlState>

/**
 * Returns the tab that a URL opens: the chosen one when it is shown, else the members, or the organisations below where
 * there are no members.
 */
export const chooseTab = (
  chosen: OrganizationTab | null,
  shown: readonly OrganizationTab[],
  hasMembers: boolean,
): OrganizationTab => {
  if (chosen && shown.includes(chosen)) return chosen
  return !hasMembers && shown.includes('below') ? 'below' : 'members'
}
