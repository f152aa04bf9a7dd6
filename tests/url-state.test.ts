import { expect, test } from 'vitest'
import { educationsHref, educationsUrl } from '#components/educations/educations-url.ts'
import { auditHref, auditUrl } from '#islands/audit/audit-url.ts'
import { participantsHref, participantsUrl } from '#islands/occasions/participants-url.ts'
import { reportsUrl } from '#islands/reports/reports-url.ts'
import { statementsHref, statementsUrl } from '#islands/statements/statements-url.ts'
import { submissionsUrl } from '#islands/submissions/submissions-url.ts'
import { usersHref, usersUrl } from '#islands/users/users-url.ts'
import { occasionsHref, parseOccasionSearch } from '#islands/worklist/occasions-url.ts'
import { calendarUrl } from '../src/pages/calendar/_parts/calendar-url.ts'
import { invoicesHref, parseInvoiceSearch } from '../src/pages/invoices/_parts/invoices-url.ts'
import { templateHref, templatesUrl } from '../src/pages/outbox/_parts/templates-url.ts'
import * as overview from '../src/pages/oversikt/_parts/overview-url.ts'

const today = '2026-05-04'
const year = { from: '2025-05-05', to: '2026-05-04' }
const days = { startDate: year.from, endDate: year.to }
const page = (path: string) => new URL(`/education/manageOccasion/57${path}`, 'https://portal.test')

/** Reads a query string as the screen does, and returns the link that the screen would write. */
const screens: Record<string, (query: URLSearchParams) => string> = {
  users: (query) => usersHref(usersUrl.parse(query)),
  submissions: (query) => submissionsUrl.href(submissionsUrl.parse(query)),
  occasions: (query) => occasionsHref(parseOccasionSearch(query, today)),
  educations: (query) => educationsHref(educationsUrl.parse(query)),
  calendar: (query) => calendarUrl.href(calendarUrl.parse(query)),
  invoices: (query) => invoicesHref(parseInvoiceSearch(query, today), today),
  participants: (query) => participantsHref(page(`?${query}`), participantsUrl.parse(query)),
  overview: (query) => overview.overviewHref('/oversikt', overview.parseOverviewSearch(query, year)),
  participations: (query) =>
    overview.participationsHref(overview.parseOverviewSearch(query, year), overview.parseParticipationFilter(query)),
  reports: (query) => reportsUrl.href(reportsUrl.parse(query, days)),
  statements: (query) => statementsHref(statementsUrl.parse(query)),
  audit: (query) => auditHref(auditUrl.parse(query)),
  mails: (query) => {
    const { template } = templatesUrl.parse(query)
    return template ? templateHref(template, 'en') : 'none'
  },
}

/**
 * Pairs of a query string and the link that the screen writes for it. Links are bookmarked and mailed, so they must not
 * change.
 */
const links: Record<keyof typeof screens, [query: string, href: string][]> = {
  users: [
    ['', '/users'],
    [
      'page=2&sort=lastLogin&descending=1&kind=inactive&role=Educator&text=%C3%A5s+ek&organization=7',
      '/users?text=%C3%A5s+ek&role=Educator&organization=7&kind=inactive&sort=lastLogin&descending=1&page=2',
    ],
    ['education=5&occasion=9&state=0', '/users?education=5&occasion=9&state=0'],
    ['columns=phone&columns=shoe&columns=name', '/users?columns=name&columns=phone'],
    ['state=2', '/users'],
    ['education=5&state=9&role=King&kind=x&sort=shoe&page=0&organization=-1', '/users?education=5'],
    ['descending=0&sort=name&page=1&text=', '/users?descending=1'],
  ],
  submissions: [
    ['', '/inlamningsuppgifter'],
    [
      'view=decided&submission=7&page=2&newest=1&unassigned=1&part=9&education=3&text=%C3%85sa',
      '/inlamningsuppgifter?view=decided&text=%C3%85sa&education=3&part=9&unassigned=1&newest=1&page=2&submission=7',
    ],
    ['view=review&unassigned&newest=0&page=1', '/inlamningsuppgifter?unassigned=1&newest=1'],
    ['view=x&education=-1&part=abc&submission=1e9', '/inlamningsuppgifter'],
  ],
  occasions: [
    ['', '/myeducations?view=occasions&startDate=2026-05-04'],
    ['startDate=', '/myeducations?view=occasions&startDate='],
    [
      'endDate=2026-05-31&startDate=2026-05-01&responsibleId=7&city=%C3%96stersund&educationPartId=9&educationId=4&page=3',
      '/myeducations?view=occasions&startDate=2026-05-01&endDate=2026-05-31&educationId=4&educationPartId=9&city=%C3%96stersund&responsibleId=7',
    ],
    ['educationPartId=9', '/myeducations?view=occasions&startDate=2026-05-04'],
    [
      'startDate=yesterday&endDate=2026-13-40&educationId=x&responsibleId=-1&city=',
      '/myeducations?view=occasions&startDate=',
    ],
  ],
  educations: [
    ['', '/educations?all=1'],
    ['all=1', '/educations?all=1'],
    [
      'page=2&text=+rally+b&city=Kil&city=&city=Ed&category=3&category=4&role=9&free=1&freeSpots=true&endDate=2026-05-31&startDate=2026-05-01',
      '/educations?text=rally+b&category=3&category=4&role=9&city=Kil&city=Ed&startDate=2026-05-01&endDate=2026-05-31&free=true&freeSpots=true',
    ],
    ['category=x&category=-1&startDate=soon&endDate=2026-99-99&free=0&page=0', '/educations?all=1'],
    ['category=3&category=3', '/educations?category=3&category=3'],
  ],
  calendar: [
    ['', '/calendar'],
    [
      'own=1&educationId=6&role=5&category=4&category=3&date=2026-10-25&view=week&page=2',
      '/calendar?view=week&date=2026-10-25&category=4&category=3&role=5&educationId=6&own=1',
    ],
    ['view=year&date=2026-13-40&category=x&category=-1&own=yes', '/calendar'],
    ['category=2&category=2&view=list', '/calendar?view=list&category=2'],
  ],
  invoices: [
    ['', '/invoices'],
    [
      'tab=exported&onlyCompleted=1&startDate=2026-03-01&endDate=2026-03-31&page=4',
      '/invoices?tab=exported&startDate=2026-03-01&endDate=2026-03-31',
    ],
    [
      'withoutCanceled=1&onlyCompleted=1&endDate=2026-03-31&startDate=2026-03-01',
      '/invoices?startDate=2026-03-01&endDate=2026-03-31&onlyCompleted=1&withoutCanceled=1',
    ],
    ['startDate=2026-03-31&endDate=2026-03-01', '/invoices?startDate=2026-03-01&endDate=2026-03-31'],
    ['endDate=2026-03-31', '/invoices?startDate=2025-03-31&endDate=2026-03-31'],
    ['startDate=2025-05-04&endDate=2026-05-04', '/invoices'],
    ['tab=x&startDate=2026-13-40&endDate=no&onlyCompleted=yes&withoutCanceled=', '/invoices'],
  ],
  participants: [
    ['', '/education/manageOccasion/57'],
    [
      'only=attended&order=state&text=bo+ek&tab=list',
      '/education/manageOccasion/57?tab=list&text=bo+ek&order=state&only=attended',
    ],
    ['order=name&text=&only=x&tab=list&order=fee', '/education/manageOccasion/57?tab=list'],
    ['tab=list&tab=more&order=organization', '/education/manageOccasion/57?tab=list&tab=more&order=organization'],
  ],
  overview: [
    ['', '/oversikt?from=2025-05-05&to=2026-05-04'],
    [
      'organizationIds=7&educationCategoryIds=4&educationCategoryIds=3&withoutCategory=1&withoutDistrict=true&showCompletedParticipants=true&externalOnly=1&to=2026-03-31&from=2026-03-01&state=completed&page=2',
      '/oversikt?from=2026-03-01&to=2026-03-31&externalOnly=true&showCompletedParticipants=true&withoutDistrict=true&withoutCategory=true&educationCategoryIds=4&educationCategoryIds=3&organizationIds=7',
    ],
    ['from=2026-03-31&to=2026-03-01', '/oversikt?from=2026-03-01&to=2026-03-31'],
    [
      'from=x&to=2026-13-01&externalOnly=maybe&educationCategoryIds=x&state=all',
      '/oversikt?from=2025-05-05&to=2026-05-04',
    ],
    [
      'organizationIds=7&organizationIds=7&from=2026-01-01',
      '/oversikt?from=2026-01-01&to=2026-05-04&organizationIds=7',
    ],
  ],
  participations: [
    ['', '/oversikt/deltaganden?from=2025-05-05&to=2026-05-04&state=signedUp'],
    [
      'state=completed&under25=1&clubId=0&educationId=4&month=2026-03&organizationIds=7&showCompletedParticipants=true&from=2026-01-01&to=2026-03-31',
      '/oversikt/deltaganden?from=2026-01-01&to=2026-03-31&organizationIds=7&state=completed&month=2026-03&educationId=4&clubId=0&under25=true',
    ],
    [
      'state=all&month=2026-13&educationId=0&clubId=x&under25=no',
      '/oversikt/deltaganden?from=2025-05-05&to=2026-05-04&state=signedUp',
    ],
    [
      'clubId=12&under25=true&educationId=4',
      '/oversikt/deltaganden?from=2025-05-05&to=2026-05-04&state=signedUp&educationId=4&clubId=12&under25=true',
    ],
  ],
  reports: [
    ['', '/myeducations?view=reports&startDate=2025-05-05&endDate=2026-05-04'],
    [
      'organizationIds=7&educationRoleIds=2&categoryIds=4&categoryIds=3&searchString=bana+%26+dep%C3%A5&endDate=2026-03-31&startDate=2026-03-01',
      '/myeducations?view=reports&startDate=2026-03-01&endDate=2026-03-31&searchString=bana+%26+dep%C3%A5&categoryIds=4&categoryIds=3&educationRoleIds=2&organizationIds=7',
    ],
    [
      'startDate=no&endDate=2026-13-40&categoryIds=x&categoryIds=4&categoryIds=4&searchString=',
      '/myeducations?view=reports&startDate=2025-05-05&endDate=2026-05-04&categoryIds=4',
    ],
    [
      'startDate=2026-03-31&endDate=2026-03-01&file=abc',
      '/myeducations?view=reports&startDate=2026-03-31&endDate=2026-03-01',
    ],
  ],
  statements: [
    ['', '/statements'],
    [
      'to=2026-03-02&from=2026-03-01&verb=passed&educationPartId=2&userId=5&after=17',
      '/statements?userId=5&educationPartId=2&verb=passed&from=2026-03-01&to=2026-03-02',
    ],
    ['userId=-1&educationPartId=x&verb=+&from=2026-02-30', '/statements'],
    ['userId=+5+', '/statements?userId=5'],
  ],
  audit: [
    ['', '/config?tab=audit'],
    [
      'to=2026-03-02&from=2026-03-01&target=user%2F7&action=user.edited&who=+%C3%85sa+&tab=audit&after=2026-03-01T10%3A00%3A00.000Z_7',
      '/config?tab=audit&who=%C3%85sa&action=user.edited&target=user%2F7&from=2026-03-01&to=2026-03-02',
    ],
    ['from=no&target=x&who=&action=+', '/config?tab=audit'],
  ],
  mails: [
    ['', 'none'],
    [
      'template=submissionReviewed.approved&language=sv',
      '/outbox?tab=templates&template=submissionReviewed.approved&language=en',
    ],
    ['template=welcome', '/outbox?tab=templates&template=welcome&language=en'],
    ['template=.x', 'none'],
  ],
}

const cases = Object.entries(links).flatMap(([screen, rows]) => rows.map(([query, href]) => ({ screen, query, href })))

test.each(cases)('$screen reads "$query" and writes $href', ({ screen, query, href }) => {
  expect(screens[screen]?.(new URLSearchParams(query))).toBe(href)
})

test.each(cases.filter(({ href }) => href.startsWith('/')))('$screen reads its own link $href', ({ screen, href }) => {
  expect(screens[screen]?.(new URL(href, 'https://portal.test').searchParams)).toBe(href)
})
