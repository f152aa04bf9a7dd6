import type { CastName } from '#story/people.ts'

export interface OfficeTarget {
  name: string
  path: string
  as: CastName
}

/** Lists that the office works in, each as its page is opened. */
export const officeTargets: readonly OfficeTarget[] = [
  { name: 'People', path: '/users', as: 'superadmin' },
  { name: 'People, searched', path: '/users?text=anders', as: 'superadmin' },
  { name: 'People of a role', path: '/users?role=Educator', as: 'superadmin' },
  { name: 'People of one’s district', path: '/users', as: 'administrator' },
  { name: 'People of one’s club', path: '/users', as: 'orgadmin' },
  { name: 'Educations and occasions, own', path: '/myeducations', as: 'educator' },
  { name: 'Educations and occasions, all', path: '/myeducations?all=1', as: 'superadmin' },
  { name: 'Educations, searched', path: '/myeducations?all=1&text=flagg', as: 'superadmin' },
  // Fills a page in both federations; the searches above show three rows in the small one.
  { name: 'Educations, searched, a full page', path: '/myeducations?all=1&text=ing', as: 'superadmin' },
  { name: 'Participants of an occasion', path: '/education/manageOccasion/1', as: 'superadmin' },
  { name: 'Media', path: '/media', as: 'superadmin' },
  { name: 'Education list as the office sees it', path: '/educations', as: 'superadmin' },
  { name: 'Occasions that one organises', path: '/myeducations?view=occasions', as: 'superadmin' },
  { name: 'Organisations', path: '/config?tab=organizations', as: 'superadmin' },
  { name: 'Calendar', path: '/calendar', as: 'superadmin' },
  { name: 'Search for people', path: '/search?q=anders', as: 'superadmin' },
  { name: 'Audit log', path: '/config?tab=audit', as: 'superadmin' },
]
