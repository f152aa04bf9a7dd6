const profileTabs = ['licenses', 'bookings', 'educations', 'account'] as const
export type ProfileTab = (typeof profileTabs)[number]

interface ProfileSight {
  /** The portal has licences. */
  hasLicenses: boolean
  /** The reader may see everything about the person. */
  isFull: boolean
}

/**
 * Lists the tabs of a profile that have something for the reader, in order: licences only with `hasLicenses`, bookings
 * only with `isFull`.
 */
export const listTabs = ({ hasLicenses, isFull }: ProfileSight): ProfileTab[] =>
  profileTabs.filter((tab) => (tab === 'licenses' ? hasLicenses : tab !== 'bookings' || isFull))

/** Parses the open tab in a URL; the first of `tabs` for any other, `account` when there are none. */
export const parseTab = (search: URLSearchParams, tabs: readonly ProfileTab[]): ProfileTab =>
  tabs.find((tab) => tab === search.get('tab')) ?? tabs[0] ?? 'account'

/** Returns the URL of a tab, without other parameters. */
export const tabHref = (path: string, tab: ProfileTab): string => `${path}?tab=${tab}`

/** The tab of each part that links from elsewhere name by its id. */
const tabByPart: Record<string, ProfileTab> = {
  licenses: 'licenses',
  goals: 'licenses',
  'other-requirements': 'licenses',
  bookings: 'bookings',
  exams: 'bookings',
  payments: 'bookings',
  educations: 'educations',
  account: 'account',
  guardians: 'account',
  wards: 'account',
}

/** Returns the tab that holds a part of the profile; null for other ids. */
export const findTabOfPart = (id: string): ProfileTab | null => tabByPart[id] ?? null
