import type { AstroGlobal } from 'astro'
import type { OrganizationOffice } from '#api/office/organizations/contract.ts'
import { refusalCode } from '#components/refusal-fallbacks.ts'
import {
  chooseTab,
  type OrganizationSearch,
  type OrganizationTab,
  organizationTabs,
  organizationUrlState,
} from './organization-url.ts'

/** Invoices on one page of the list. */
export const invoicesPerPage = 25

type Page = Pick<AstroGlobal, 'params' | 'locals' | 'url'>

/** Loads the rows of the tab that the URL names; all lists begin in the same round trip as the header. */
async function loadTab({ api, configuration }: App.Locals, id: number, { tab, page, ...filter }: OrganizationSearch) {
  const call = { params: { id } }
  const state = filter.state ?? undefined
  const hasLicenses = configuration?.features.includes('UserLicense') ?? false
  const hasOwnAccounts = configuration?.features.includes('OwnAccounts') ?? false
  const [members, bookings, licenses, invoices, requests] = await Promise.all([
    tab === null || tab === 'members'
      ? api('GET /Organization/:id/members', {
          ...call,
          query: { page, state, text: filter.text, licenseId: filter.licenseId ?? undefined },
        })
      : null,
    tab === 'bookings' ? api('GET /Organization/:id/bookings', { ...call, query: { page } }) : null,
    tab === 'licenses' && hasLicenses
      ? api('GET /Organization/:id/licenses', { ...call, query: { page, state } })
      : null,
    tab === 'invoices'
      ? api('GET /Organization/:id/invoices', { ...call, query: { page, pageSize: invoicesPerPage } })
      : null,
    hasOwnAccounts ? api('GET /AccountRequests', { query: { organizationId: id } }) : null,
  ])
  return { members, bookings, licenses, invoices, requests }
}

/** Lists the tabs that have something for the reader. The tab of requests stays open after the last decision. */
function listTabs({ hasLicenses, children, memberCount }: OrganizationOffice, hasRequests: boolean): OrganizationTab[] {
  const isShown: Record<OrganizationTab, boolean> = {
    members: true,
    requests: hasRequests,
    bookings: memberCount > 0,
    licenses: hasLicenses && memberCount > 0,
    invoices: true,
    below: children.length > 0,
  }
  return organizationTabs.filter((tab) => isShown[tab])
}

/**
 * Loads an organisation with the rows of the open tab. Without a tab in the URL it opens the members or, where there
 * are none, the organisations below it. Returns `redirect` to that for a tab that the reader has none of, and instead
 * of a page `not-allowed`, or `not-found` for any other refusal.
 */
export async function loadOrganization({ params, locals, url: { searchParams } }: Page) {
  const id = Number(params['organizationId'])
  if (!Number.isInteger(id) || id <= 0) return 'not-found'
  const url = organizationUrlState(id)
  const parsed = url.parse(searchParams)
  const loading = Promise.all([
    locals.api('GET /Organization/:id/office', { params: { id } }),
    loadTab(locals, id, parsed),
  ]).catch(refusalCode)
  const loaded = await loading
  if (typeof loaded === 'string') return loaded === 'not_allowed' ? 'not-allowed' : 'not-found'
  const [organization, rows] = loaded
  const requestCount = rows.requests ? rows.requests.memberships.length + rows.requests.accounts.length : 0
  const hasRequests = requestCount > 0 || (rows.requests !== null && parsed.tab === 'requests')
  const tabs = listTabs(organization, hasRequests)
  const tab = chooseTab(parsed.tab, tabs, organization.memberCount > 0)
  if (parsed.tab !== null && parsed.tab !== tab)
    return { redirect: url.href({ tab: null, state: null, licenseId: null, text: '', page: 1 }) }
  const search = { ...parsed, tab }
  return {
    organization,
    ...rows,
    members: tab === 'members' ? rows.members : null,
    requests: tab === 'requests' ? rows.requests : null,
    url,
    search,
    address: url.href(search, { page: 1 }),
    tabs: tabs.map((name) => ({
      label: locals.t('organizations')(`page.tab.${name}`),
      href: url.href({ tab: name, state: null, licenseId: null, text: '', page: 1 }),
      current: name === tab,
      ...(name === 'members' && { count: organization.memberCount }),
      ...(name === 'requests' && { count: requestCount }),
    })),
  }
}
