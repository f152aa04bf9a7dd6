import { examOrders } from '#api/catalogue/exams/rules.ts'
import { occasionOrders } from '#api/catalogue/occasions/rules.ts'
import { type ListOrders, listOrderNames } from '#api/list-order.ts'
import { batchOrders, recipientOrders } from '#api/money/invoices/rules.ts'
import { paymentOrders } from '#api/money/payments/office/rules.ts'
import { jobOrders } from '#api/office/job-list/rules.ts'
import { participantOrders, participationOrders } from '#api/office/overview/rules.ts'
import { mailOrders } from '#api/office/sent-messages/rules.ts'
import { holderOrders } from '#api/participation/licenses/held/rules.ts'
import type { CastName } from '#story/people.ts'

export interface OfficeTarget {
  name: string
  path: string
  as: CastName
}

/** Returns a target for each order of a list, the default one first, which its page has without a parameter. */
function inEachOrder(name: string, path: string, orders: ListOrders): OfficeTarget[] {
  const sign = path.includes('?') ? '&' : '?'
  return listOrderNames(orders).map((order, at) => ({
    name: `${name}, by ${order}`,
    path: at === 0 ? path : `${path}${sign}sort=${order}`,
    as: 'superadmin',
  }))
}

/** Lists that the office works in, each as its page is opened, and in each order that its columns offer. */
export const officeTargets: readonly OfficeTarget[] = [
  { name: 'People', path: '/users', as: 'superadmin' },
  { name: 'People, by last sign-in', path: '/users?sort=lastLogin&descending', as: 'superadmin' },
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
  { name: 'Participants of an education', path: '/education/1/participants', as: 'superadmin' },
  { name: 'Media', path: '/media', as: 'superadmin' },
  { name: 'Education list as the office sees it', path: '/educations', as: 'superadmin' },
  { name: 'Organisations', path: '/config?tab=organizations', as: 'superadmin' },
  { name: 'Calendar', path: '/calendar', as: 'superadmin' },
  { name: 'Search for people', path: '/search?q=anders', as: 'superadmin' },
  { name: 'Audit log', path: '/config?tab=audit', as: 'superadmin' },
  { name: 'Submissions to review', path: '/inlamningsuppgifter', as: 'superadmin' },
  ...inEachOrder('Occasions', '/myeducations?view=occasions', occasionOrders),
  ...inEachOrder('Exams', '/myeducations?view=exams', examOrders),
  ...inEachOrder('Payments', '/betalningar', paymentOrders),
  ...inEachOrder('Invoices to make', '/invoices', recipientOrders),
  ...inEachOrder('Batches of invoices', '/invoices?tab=exported', batchOrders),
  ...inEachOrder('Licence holders', '/licenses?tab=holders', holderOrders),
  ...inEachOrder('Participations', '/oversikt/deltaganden', participationOrders),
  ...inEachOrder('Overview of an education', '/oversikt/utbildning/1', participantOrders),
  ...inEachOrder('Mails', '/outbox', mailOrders),
  ...inEachOrder('Jobs', '/hangfire', jobOrders),
]
