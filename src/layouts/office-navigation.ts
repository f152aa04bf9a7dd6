import { type Actor, callerGroups } from '#api/actor.ts'
import type { Feature } from '#api/features.ts'
import { isOrganizationAdmin } from '#api/held-roles.ts'
import { listQueueKinds, type QueueKind } from '#api/office/worklist/home/rules.ts'
import { type Screen, screens } from '#screens/screens.ts'
import { isOffered, type MenuRow } from './menu.ts'

/**
 * A page of the side navigation. Its conditions are those of its row in the route table; a page with a queue is also
 * limited to people who have that queue.
 */
interface OfficePage {
  path: (typeof screens)[number]['path']
  /** Query that opens a tab of the page. */
  search?: string
  /** Section of the page. */
  hash?: string
  /** Key of the text in the namespace `shell`; the text of the menu when it is absent. */
  label?: string
  /** The queue whose length stands at the row. */
  queue?: QueueKind
  /** Query that shows the queue alone, where the page lists more. */
  queueSearch?: string
  /** The people to whom it is offered, where they are fewer than may open the page. */
  who?: keyof typeof narrowerGroups
  /** Letter that opens the page after `g`, see `browser/shortcuts.ts`. */
  key?: string
}

/** Groups of people with a role that the route table does not know. */
const narrowerGroups = {
  educatorsUp: callerGroups.educatorsUp,
  clubAdministrators: isOrganizationAdmin,
} as const

/** Names of the groups of the side navigation, in order. */
export const officeGroups = [
  'today',
  'education',
  'people',
  'licenses',
  'money',
  'mail',
  'followUp',
  'settings',
] as const
type OfficeGroup = (typeof officeGroups)[number]

const pages: Record<OfficeGroup, readonly OfficePage[]> = {
  today: [
    { path: '/', key: 'h' },
    { path: '/myeducations', search: 'view=approvals', label: 'side.approvals', queue: 'approvals', key: 'a' },
    { path: '/myeducations', search: 'view=missing', label: 'side.missing', queue: 'missingResults', key: 's' },
    { path: '/calendar', key: 'k' },
  ],
  education: [
    { path: '/educations', key: 'u' },
    { path: '/myeducations', key: 'm' },
    { path: '/inlamningsuppgifter', queue: 'submissions', key: 'n' },
    { path: '/import/educationResults', label: 'side.import', queue: 'imports' },
    { path: '/media' },
    { path: '/media/tags', label: 'side.tags' },
  ],
  people: [
    { path: '/users', key: 'p' },
    { path: '/organization', label: 'side.organizations' },
    { path: '/import/members', label: 'side.importMembers', queue: 'memberImports' },
    { path: '/', search: 'tab=work&list=guardians', label: 'side.guardians', queue: 'guardians' },
    { path: '/gdpr/requests', label: 'side.erasures', queue: 'erasures', queueSearch: 'state=open' },
  ],
  licenses: [
    { path: '/licenses', key: 'l' },
    { path: '/licenses', search: 'tab=holders', label: 'side.holders' },
    { path: '/licenses', search: 'tab=reports', label: 'side.reports', queue: 'reports' },
  ],
  money: [
    { path: '/invoices', queue: 'invoices', key: 'f' },
    { path: '/betalningar', label: 'side.payments', queue: 'refunds', queueSearch: 'toRefund=1', key: 'b' },
  ],
  mail: [
    { path: '/outbox', label: 'side.outbox', queue: 'mails', queueSearch: 'state=failed', key: 'e' },
    { path: '/outbox/mailing', label: 'side.mailings' },
    { path: '/outbox/rules', label: 'side.mailingRules' },
    { path: '/outbox', search: 'tab=templates', label: 'side.templates' },
  ],
  followUp: [
    { path: '/oversikt', key: 'o' },
    { path: '/print/board', label: 'side.boardReport' },
    { path: '/oversikt/schemalagda-rapporter', label: 'side.schedules' },
    { path: '/oversikt/rf-sisu', label: 'side.studyReports' },
    { path: '/statements', label: 'side.statements' },
    { path: '/config', search: 'tab=audit', label: 'side.log' },
    { path: '/hangfire', label: 'side.jobs', queue: 'jobs', queueSearch: 'state=4', key: 'j' },
    { path: '/operations', label: 'side.operations', key: 'd' },
  ],
  settings: [{ path: '/config', key: 'i' }],
}

/** Pages that create something; the menu "Nytt" has them. */
const creating: readonly OfficePage[] = [
  { path: '/createeducation' },
  { path: '/licenses/create' },
  { path: '/skapaexternanvändare' },
  { path: '/myeducations', search: 'all=0&new=1', label: 'side.newOccasion' },
  { path: '/', hash: 'events', who: 'educatorsUp', label: 'side.newEvent' },
  { path: '/organization', search: 'then=sign-up', who: 'clubAdministrators', label: 'side.newGroupSignUp' },
  { path: '/outbox/mailing', hash: 'new', label: 'side.newMailing' },
]

const formatHref = ({ path, search, hash }: OfficePage) =>
  `${path}${search ? `?${search}` : ''}${hash ? `#${hash}` : ''}`

/** The letters that open a page after `g`, by the page's URL. */
export const goKeys: ReadonlyMap<string, string> = new Map(
  Object.values(pages)
    .flat()
    .flatMap((page) => (page.key ? [[formatHref(page), page.key]] : [])),
)

/** A row of the side navigation. */
export interface OfficeRow extends MenuRow {
  queue?: QueueKind
  /** URL of the queue alone, while it is not empty. */
  queueHref?: string
}

export interface OfficeNavigation {
  /** The groups with at least one row, in order. */
  groups: { name: OfficeGroup; rows: OfficeRow[] }[]
  actions: MenuRow[]
}

const routeTable = new Map<string, Screen>(screens.map((screen) => [screen.path, screen]))

/**
 * Returns the rows of the side navigation and of its menu "Nytt" that a person may open, in their fixed order and
 * without empty groups. The row of a queue is left out for a person who does not have that queue. `queueHref` is the
 * path and query that show the queue.
 */
export function createOfficeNavigation(person: Pick<Actor, 'roles'>, features: readonly Feature[]): OfficeNavigation {
  const queues = listQueueKinds(person)
  const toRows = (page: OfficePage): OfficeRow[] => {
    const { path, label, queue, queueSearch, who } = page
    const screen = routeTable.get(path)
    const text = label ?? screen?.menu?.label
    if (!screen || !text || !isOffered(screen, person, features)) return []
    if (queue && !queues.includes(queue)) return []
    if (who && !narrowerGroups[who](person)) return []
    return [
      {
        label: text,
        href: formatHref(page),
        ...(queue && { queue }),
        ...(queueSearch && { queueHref: `${path}?${queueSearch}` }),
      },
    ]
  }
  return {
    groups: officeGroups
      .map((name) => ({ name, rows: pages[name].flatMap(toRows) }))
      .filter(({ rows }) => rows.length > 0),
    actions: creating.flatMap(toRows),
  }
}

/** Pages that belong to a row with another path. */
const owners: readonly [RegExp, OfficePage['path']][] = [
  [/^\/education\/\d+$/, '/educations'],
  [/^\/education\//, '/myeducations'],
  [/^\/license\//, '/licenses'],
  [/^\/profile\/\d/, '/users'],
]

/**
 * Returns the `href` of the navigation row that a page belongs to; undefined when it belongs to none.
 *
 * A row's path must be the page's path or a parent folder of it, and its query part of the page's query. The row with
 * the longest path is chosen, then the one with the longest query. Pages below `/education/`, `/license/` and
 * `/profile/<id>` count as pages of their list instead.
 */
export function findCurrentOfficeRow({ groups }: OfficeNavigation, page: URL): string | undefined {
  const decoded = decodeURI(page.pathname)
  const path = owners.find(([pattern]) => pattern.test(decoded))?.[1] ?? decoded
  const candidates = groups
    .flatMap(({ rows }) => rows)
    .map(({ href }) => ({ href, url: new URL(href, page) }))
    .filter(({ url }) => path === url.pathname || (url.pathname !== '/' && path.startsWith(`${url.pathname}/`)))
    .filter(({ url }) => [...url.searchParams].every(([name, value]) => page.searchParams.get(name) === value))
  const longest = candidates.sort(
    (a, b) => b.url.pathname.length - a.url.pathname.length || b.url.search.length - a.url.search.length,
  )
  return longest[0]?.href
}
