import { expect, test } from 'vitest'
import { type CallerGroup, callerGroups, type HeldRoles } from '#api/actor.ts'
import { contracts } from '#api/contracts.ts'
import { features } from '#api/features.ts'
import { screens } from '#screens/screens.ts'
import english from '../../locales/en/shell.json' with { type: 'json' }
import swedish from '../../locales/sv/shell.json' with { type: 'json' }
import { createMenu } from './menu.ts'
import { createOfficeNavigation, findCurrentOfficeRow, officeGroups } from './office-navigation.ts'
import { menuIcons } from './shell/menu-icons.ts'

const navigationOf = (roles: HeldRoles, on: typeof features | [] = features) => createOfficeNavigation({ roles }, on)

const namesOf = (roles: HeldRoles, on: typeof features | [] = features) =>
  navigationOf(roles, on).groups.map(({ name, rows }) => `${name}: ${rows.map(({ href }) => href).join(' ')}`)

const wholeOffice = navigationOf({ SuperAdministrator: {} })

test('a superadministrator has every group, and what can be created', () => {
  expect(wholeOffice.groups.map(({ name }) => name)).toEqual([...officeGroups])
  const paths = wholeOffice.groups.flatMap(({ rows }) => rows.map(({ href }) => href))
  for (const href of ['/betalningar', '/outbox', '/hangfire', '/config?tab=audit', '/statements', '/media/tags'])
    expect(paths).toContain(href)
  expect(wholeOffice.actions.map(({ href }) => href)).toEqual([
    '/createeducation',
    '/licenses/create',
    '/skapaexternanvändare',
    '/myeducations?all=0&new=1',
    '/#events',
    '/outbox/mailing#new',
  ])
})

test('each other role has the rows of its pages and queues', () => {
  const today = 'today: / /myeducations?view=approvals /myeducations?view=missing /calendar'
  const education = 'education: /educations /myeducations /inlamningsuppgifter /media'
  const mail = 'mail: /outbox/mailing'
  const followUp = 'followUp: /oversikt/schemalagda-rapporter /oversikt/rf-sisu'
  expect(namesOf({ Educator: {} })).toEqual([today, education, mail, followUp])
  expect(namesOf({ Administrator: {} })).toEqual([
    today,
    education,
    'people: /users /organization /import/members /?tab=work&list=guardians',
    mail,
    followUp,
  ])
  expect(namesOf({ OrganizationAdmin: {} })).toEqual([
    'today: / /calendar',
    'education: /educations /media',
    'people: /users /organization /import/members /?tab=work&list=guardians',
    mail,
    'followUp: /oversikt/schemalagda-rapporter',
  ])
})

/** The calls that an action leads to. */
const callsOfActions = {
  '/createeducation': 'POST /Educations',
  '/licenses/create': 'POST /Licenses',
  '/skapaexternanvändare': 'POST /authentication/CreateExternalUser',
  '/myeducations?all=0&new=1': 'POST /EducationPartOccasions',
  '/#events': 'POST /Events',
  '/organization?then=sign-up': 'POST /Organization/:id/signUps',
  '/outbox/mailing#new': 'POST /Mailings',
} as const

test.each<HeldRoles>([
  { SuperAdministrator: {} },
  { Administrator: {} },
  { Educator: {} },
  { OrganizationAdmin: {} },
  { Educator: {}, OrganizationAdmin: {} },
  {},
])('what can be created is what the calls admit, for %o', (roles) => {
  const rows = new Map<string, { who: CallerGroup }>(Object.values(contracts).flatMap((calls) => Object.entries(calls)))
  const offered = navigationOf(roles).actions.map(({ href }) => href)
  for (const [href, call] of Object.entries(callsOfActions)) {
    const row = rows.get(call)
    if (!row) throw new Error(`there is no call ${call}`)
    // The office signs up members of any club from its page: only administrators of clubs have the shortcut.
    const isForClubs = href === '/organization?then=sign-up'
    const isAdmitted = callerGroups[row.who]({ roles }) && (!isForClubs || 'OrganizationAdmin' in roles)
    expect(offered.includes(href), href).toBe(isAdmitted)
  }
  expect(offered.every((href) => href in callsOfActions)).toBe(true)
})

test('without the licence feature there is no group of licences, and no licence to create', () => {
  const { groups, actions } = navigationOf({ SuperAdministrator: {} }, [])
  expect(groups.map(({ name }) => name)).not.toContain('licenses')
  expect(actions.map(({ href }) => href)).not.toContain('/licenses/create')
})

test.each<HeldRoles>([{ SuperAdministrator: {} }, { Administrator: {} }, { Educator: {} }, { OrganizationAdmin: {} }])(
  'every row of the menu but the person’s own pages is in the side navigation, for %o',
  (roles) => {
    const { main, administration } = createMenu(screens, { id: 42, roles }, features)
    const { groups, actions } = navigationOf(roles)
    const offered = new Set([...groups.flatMap(({ rows }) => rows), ...actions].map(({ href }) => href))
    const missing = [...main, ...administration].map(({ href }) => href).filter((href) => !offered.has(href))
    expect(missing).toEqual(['/profile', '/print/cv/42'])
  },
)

test('every row has a text in both languages and an icon, and no address twice', () => {
  const rows = [...wholeOffice.groups.flatMap((group) => group.rows), ...wholeOffice.actions]
  for (const { label } of rows) {
    expect(swedish, label).toHaveProperty([label])
    expect(english, label).toHaveProperty([label])
    expect(menuIcons, label).toHaveProperty([label])
  }
  expect(new Set(rows.map(({ href }) => href)).size).toBe(rows.length)
})

test.each([
  ['/', '/'],
  ['/?tab=work&list=guardians', '/?tab=work&list=guardians'],
  ['/myeducations?view=approvals&page=2', '/myeducations?view=approvals'],
  ['/myeducations?all=1', '/myeducations'],
  ['/education/7', '/educations'],
  ['/education/7/manage', '/myeducations'],
  ['/education/manageOccasion/7', '/myeducations'],
  ['/license/7/manage', '/licenses'],
  ['/profile/7', '/users'],
  ['/profile', undefined],
  ['/media/tags', '/media/tags'],
  ['/config?tab=audit', '/config?tab=audit'],
  ['/config?tab=texts', '/config'],
  ['/betalningar/7', '/betalningar'],
  ['/search?q=a', undefined],
])('the page %s belongs to the row %s', (address, href) => {
  expect(findCurrentOfficeRow(wholeOffice, new URL(address, 'https://portal.test'))).toBe(href)
})
