import { type Actor, type CallerGroup, callerGroups } from '#api/actor.ts'
import type { Feature } from '#api/features.ts'

/** A row of the route table: the path of a page, who may open it and its place in the menu. */
export interface Screen {
  /** The path, where `{name}` matches one segment. */
  path: string
  who: CallerGroup
  feature?: Feature
  menu?: { section: 'main' | 'administration'; order: number; label: string }
}

const main = (order: number, label: string) => ({ section: 'main', order, label }) as const
const administration = (order: number, label: string) => ({ section: 'administration', order, label }) as const

/**
 * The route table, read by the guard, the menu and the access tests. A literal segment takes precedence over `{name}`.
 */
export const screens = [
  { path: '/', who: 'signedIn', menu: main(1, 'menu.dashboard') },
  { path: '/login', who: 'anyone' },
  { path: '/login/singlesignon/{token}', who: 'anyone' },
  { path: '/login/oidc', who: 'anyone' },
  { path: '/login/oidc/callback', who: 'anyone' },
  { path: '/login/forgot', who: 'anyone' },
  { path: '/login/email', who: 'anyone' },
  { path: '/login/secondfactor', who: 'signedIn' },
  { path: '/login/connect', who: 'signedIn', feature: 'UseExternalLogin' },
  { path: '/register', who: 'anyone', feature: 'OwnAccounts' },
  { path: '/register/consent', who: 'signedIn', feature: 'OwnAccounts' },
  { path: '/createeducation', who: 'superadministrators', menu: administration(2, 'menu.newEducation') },
  { path: '/changepassword', who: 'signedIn', menu: main(9, 'menu.changePassword') },
  { path: '/educations', who: 'signedIn', menu: main(6, 'menu.educations') },
  { path: '/education/{educationId}', who: 'signedIn' },
  { path: '/education/{educationId}/manage', who: 'educatorsUp' },
  { path: '/education/{educationId}/manageEducationParts', who: 'educatorsUp' },
  { path: '/education/{educationId}/courseFigures/{educationPartId}', who: 'educatorsUp' },
  { path: '/education/{educationId}/courseFigures/{educationPartId}/{userId}', who: 'educatorsUp' },
  { path: '/education/{educationId}/media', who: 'educatorsUp' },
  { path: '/education/{educationId}/occasions', who: 'educatorsUp' },
  { path: '/education/{educationId}/participants', who: 'educatorsUp' },
  { path: '/education/{educationId}/publish', who: 'educatorsUp' },
  { path: '/education/manageOccasion/{occasionId}', who: 'educatorsUp' },
  {
    path: '/education/managePracticalDriverExam/{practicalDriverExamId}',
    who: 'educatorsUp',
    feature: 'PracticalDriverExamination',
  },
  { path: '/search', who: 'signedIn' },
  { path: '/profile', who: 'signedIn', menu: main(2, 'menu.profile') },
  { path: '/profile/certificates', who: 'signedIn' },
  { path: '/profile/security', who: 'signedIn' },
  { path: '/profile/{profileId}', who: 'signedIn' },
  { path: '/myeducations', who: 'educatorsUp', menu: administration(1, 'menu.myEducations') },
  { path: '/import/educationResults', who: 'superadministrators', menu: administration(7, 'menu.importResults') },
  { path: '/import/members', who: 'usersOffice' },
  { path: '/users', who: 'usersOffice', menu: administration(5, 'menu.users') },
  { path: '/users/requests', who: 'usersOffice', feature: 'OwnAccounts' },
  { path: '/users/duplicates', who: 'superadministrators' },
  { path: '/users/merge', who: 'superadministrators' },
  { path: '/users/merges', who: 'superadministrators' },
  { path: '/users/merges/{mergeId}', who: 'superadministrators' },
  { path: '/organization', who: 'usersOffice' },
  { path: '/organization/{organizationId}', who: 'usersOffice' },
  { path: '/organization/{organizationId}/sign-up', who: 'usersOffice' },
  { path: '/config', who: 'superadministrators', menu: administration(10, 'menu.configuration') },
  { path: '/print/board', who: 'superadministrators' },
  { path: '/print/certificate/{userId}/education/{educationId}', who: 'signedIn' },
  { path: '/print/certificate/{userId}/education/{educationId}/pdf', who: 'signedIn' },
  { path: '/print/cv/{userId}', who: 'signedIn', menu: main(5, 'menu.cv') },
  { path: '/gdpr', who: 'anyone', menu: main(7, 'menu.gdpr') },
  { path: '/gdpr/requests', who: 'superadministrators' },
  { path: '/gdpr/requests/{requestId}', who: 'superadministrators' },
  { path: '/gdpr/data', who: 'administratorsUp' },
  { path: '/cookies', who: 'anyone' },
  { path: '/hangfire', who: 'superadministrators' },
  { path: '/operations', who: 'superadministrators' },
  { path: '/status', who: 'anyone' },
  { path: '/profile/license', who: 'signedIn', feature: 'License' },
  { path: '/profile/license/{licenseId}', who: 'signedIn', feature: 'License' },
  { path: '/licenses', who: 'superadministrators', feature: 'License', menu: main(13, 'menu.licenses') },
  { path: '/license/{licenseId}', who: 'superadministrators', feature: 'License' },
  { path: '/license/{licenseId}/manage', who: 'superadministrators', feature: 'License' },
  {
    path: '/licenses/create',
    who: 'superadministrators',
    feature: 'License',
    menu: administration(3, 'menu.newLicense'),
  },
  { path: '/invoices', who: 'superadministrators', menu: administration(4, 'menu.invoices') },
  { path: '/invoices/fortnox', who: 'superadministrators' },
  { path: '/media', who: 'signedIn', menu: main(4, 'menu.media') },
  { path: '/media/tags', who: 'superadministrators' },
  { path: '/calendar', who: 'signedIn', menu: main(3, 'menu.calendar') },
  { path: '/betalning/kvitto/{paymentId}', who: 'anyone' },
  { path: '/betalning/bekraftelse/{paymentId}', who: 'signedIn' },
  { path: '/betalning/pending/{paymentId}', who: 'signedIn' },
  { path: '/betalning/begaran/{paymentId}', who: 'signedIn' },
  { path: '/betalning/{paymentId}', who: 'signedIn' },
  { path: '/betalningar', who: 'superadministrators' },
  { path: '/betalningar/{paymentId}', who: 'superadministrators' },
  { path: '/kopvillkor', who: 'signedIn' },
  { path: '/outbox', who: 'superadministrators' },
  { path: '/outbox/mailing', who: 'staff' },
  { path: '/outbox/rules', who: 'superadministrators' },
  { path: '/oversikt', who: 'superadministrators', menu: administration(8, 'menu.overview') },
  { path: '/oversikt/deltaganden', who: 'superadministrators' },
  { path: '/oversikt/rf-sisu', who: 'educatorsUp' },
  { path: '/oversikt/schemalagda-rapporter', who: 'staff' },
  { path: '/oversikt/schemalagda-rapporter/{scheduleId}', who: 'staff' },
  { path: '/oversikt/utbildning/{educationId}', who: 'superadministrators' },
  { path: '/oversikt/utbildning/{educationId}/delmoment/{educationPartId}', who: 'superadministrators' },
  { path: '/inlamningsuppgifter', who: 'educatorsUp', menu: administration(9, 'menu.submissions') },
  { path: '/statements', who: 'superadministrators' },
  { path: '/katalog', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/katalog/utbildningar', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/katalog/utbildning/{slug}', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/katalog/licens/{slug}', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/katalog/kalender', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/katalog/widget', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/en/catalogue', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/en/catalogue/courses', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/en/catalogue/course/{slug}', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/en/catalogue/licence/{slug}', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/en/catalogue/calendar', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/en/catalogue/widget', who: 'anyone', feature: 'PublicCatalogue' },
  { path: '/skapaexternanvändare', who: 'superadministrators', menu: administration(6, 'menu.createExternalUser') },
] as const satisfies readonly Screen[]

const rows: readonly Screen[] = screens

const patternOf = (path: string) => new RegExp(`^${path.normalize('NFC').replace(/\{\w+\}/g, '[^/]+')}$`, 'i')

/**
 * Sorts literal segments first, from the left: `/education/manageOccasion/{id}` before `/education/{id}/manage` (spec
 * C-12).
 */
const specificity = (path: string) => path.replace(/[^/]+/g, (segment) => (segment.startsWith('{') ? '1' : '0'))

const patterns = rows
  .map((screen) => ({ screen, pattern: patternOf(screen.path) }))
  .sort((a, b) => specificity(a.screen.path).localeCompare(specificity(b.screen.path)))

/**
 * Decodes a path; null when that fails. Callers must use the result: the build removes a call whose result is unused.
 */
function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

/**
 * Whether a path cannot be decoded or has an encoded slash, backslash, zero or percent sign, which no path of the
 * portal has.
 */
export const isInvalidPath = (pathname: string): boolean =>
  /%(?:2f|5c|00|25)/i.test(pathname) || decoded(pathname) === null

function plain(pathname: string): string {
  const path = isInvalidPath(pathname) ? pathname : (decoded(pathname) ?? pathname)
  return path
    .normalize('NFC')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

/** Finds the row of a path, without regard to case; null for a path outside the table. */
export function findScreen(pathname: string): Screen | null {
  const path = plain(pathname)
  return patterns.find(({ pattern }) => pattern.test(path))?.screen ?? null
}

/**
 * Returns the path in the spelling of the table, percent-encoded; the segments of `{name}` keep their own case. Astro
 * finds pages under that spelling only.
 */
export function toCanonicalPath(screen: Screen, pathname: string): string {
  const actual = plain(pathname).split('/')
  const segments = screen.path.split('/').map((own, index) => (own.startsWith('{') ? (actual[index] ?? '') : own))
  return segments.map(encodeURIComponent).join('/')
}

/** The fields of an actor that the guard of pages reads. */
export type GuardedPerson = Pick<Actor, 'roles' | 'passwordExpiryDate' | 'awaits'>

/** Decision of the guard: the page, or the page or the error to show instead. */
export type AccessDecision = 'allow' | 'login' | 'dashboard' | 'change-password' | 'second-factor' | 'not-found'

/**
 * Decides whether a person may open a page, in the order of spec G-096: the decision `allow`, or the page to show
 * instead.
 *
 * A path outside the table is allowed, and becomes Astro's 404. The feature is checked last, so that only people with
 * access learn that it is off; a page for `anyone` is then `not-found` to everybody.
 */
export function decideAccess(
  screen: Screen | null,
  person: GuardedPerson | null,
  features: readonly Feature[],
): AccessDecision {
  if (!screen) return 'allow'
  if (screen.who === 'anyone') return screen.feature && !features.includes(screen.feature) ? 'not-found' : 'allow'
  if (!person) return 'login'
  // The second step comes first: a session with only a password must not change the password.
  if (person.awaits) return screen.path === '/login/secondfactor' ? 'allow' : 'second-factor'
  if (person.passwordExpiryDate) return screen.path === '/changepassword' ? 'allow' : 'change-password'
  if (!callerGroups[screen.who](person)) return 'dashboard'
  if (screen.feature && !features.includes(screen.feature)) return 'not-found'
  return 'allow'
}
