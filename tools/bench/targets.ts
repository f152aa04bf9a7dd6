import type { CastName } from '#story/people.ts'
import { momentPages } from './moment-pages.ts'

export interface Target {
  name: string
  path: string
  as: CastName
  kind: 'page' | 'call'
  /** Queries that the bare Worker runs for the same answer; `?1` is the session's token hash, `?2` the person's id. */
  queries: readonly string[]
  /** True when the bare Worker answers from the edge cache after its first query. */
  isKept?: true
}

const session = `SELECT s.id, u.* FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ?1`

const listed = `SELECT e.id, e.title, e.short_description, e.fee_minor, c.name AS category,
  (SELECT count(*) FROM education_to_part p WHERE p.education_id = e.id) AS parts,
  (SELECT min(o.starts_at) FROM occasions o JOIN education_to_part p ON p.education_part_id = o.education_part_id
   WHERE p.education_id = e.id AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%fZ')) AS next_occasion
  FROM educations e JOIN education_to_category ec ON ec.education_id = e.id
  JOIN education_categories c ON c.id = ec.education_category_id
  WHERE e.published_at IS NOT NULL AND ?2 > 0 ORDER BY e.title LIMIT 50`

const viewed = `SELECT e.title, e.description, p.id, p.title AS part, p.type, o.starts_at, o.city, o.max_participants, o.booked_count
  FROM educations e JOIN education_to_part ep ON ep.education_id = e.id JOIN education_parts p ON p.id = ep.education_part_id
  LEFT JOIN occasions o ON o.education_part_id = p.id AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%fZ')
  WHERE e.id = 1 AND ?2 > 0 ORDER BY ep.position, o.starts_at`

const ownParts = `SELECT r.*, p.title, o.starts_at, o.city FROM education_part_results r
  JOIN education_parts p ON p.id = r.education_part_id LEFT JOIN occasions o ON o.id = r.occasion_id
  WHERE r.user_id = ?2 ORDER BY r.changed_at DESC`

const ownEducations = `SELECT r.*, e.title FROM education_results r JOIN educations e ON e.id = r.education_id WHERE r.user_id = ?2`

const polled = `SELECT * FROM education_part_results WHERE user_id = ?2 AND education_part_id = 2 ORDER BY changed_at DESC`

export const targets: readonly Target[] = [
  {
    name: 'Education list',
    path: '/educations?category=1&category=3',
    as: 'learner',
    kind: 'page',
    queries: [session, listed],
  },
  { name: 'Education view', path: '/education/1', as: 'learner', kind: 'page', queries: [session, viewed] },
  { name: 'Dashboard', path: '/', as: 'learner', kind: 'page', queries: [session, ownParts] },
  { name: 'Profile', path: '/profile', as: 'learner', kind: 'page', queries: [session, ownEducations] },
  {
    name: 'GET /Educations, hit',
    path: '/api/Educations',
    as: 'learner',
    kind: 'call',
    queries: [session],
    isKept: true,
  },
  // Cached as bytes: the bare Worker reads nothing but the edge cache either.
  {
    name: 'Public education list, hit',
    path: '/katalog/utbildningar',
    as: 'learner',
    kind: 'page',
    queries: [],
    isKept: true,
  },
  // People with a role never get answers from the shared cache.
  { name: 'GET /Educations, miss', path: '/api/Educations', as: 'educator', kind: 'call', queries: [session, listed] },
  {
    name: 'The runner’s poll',
    path: '/api/EducationParts/2/results/5',
    as: 'learner',
    kind: 'call',
    queries: [session, polled],
  },
]

/** Pages that a visitor without a session can open. */
export const anonymousPages = ['/login', '/gdpr', '/cookies', '/katalog', '/katalog/utbildningar'] as const
/** Pages of a visitor that need no rows of their own. */
export const publicPages = [
  '/katalog',
  '/katalog/utbildningar',
  '/katalog/utbildning/funktionar-grund-1',
  '/katalog/licens/funktionarslicens-1',
  '/katalog/kalender',
  '/katalog/widget',
  '/en/catalogue',
  '/en/catalogue/courses',
  '/en/catalogue/course/funktionar-grund-1',
  '/en/catalogue/licence/funktionarslicens-1',
  '/en/catalogue/calendar',
  '/en/catalogue/widget',
  '/login',
  '/login/forgot',
  '/register',
  '/status',
  '/gdpr',
  '/cookies',
] as const
export const learnerPages = ['/', '/educations?category=1&category=3', '/education/1', '/profile'] as const
/** Largest JavaScript of an office page before the first interaction, gzipped. */
export const maxOfficeScript = 200 * 1024
/** Pages that the office works on all day: the start, its lists and one of each object. */
export const officePages = [
  '/',
  '/users',
  '/profile/5',
  '/myeducations',
  '/myeducations?view=occasions',
  '/myeducations?view=exams&from=',
  '/myeducations?view=approvals',
  '/education/1/participants',
  '/education/manageOccasion/1',
  '/invoices',
  '/invoices?tab=exported',
  '/betalningar',
  '/licenses?tab=holders',
  '/outbox',
  '/outbox/mailing',
  '/oversikt',
  '/oversikt/deltaganden',
  '/import/educationResults',
  '/import/members',
  '/config',
  '/config?tab=audit',
  '/statements',
  '/hangfire',
] as const
/** Pages of a learner that need no rows of their own. */
export const learnerPhonePages = [
  ...learnerPages,
  '/educations',
  '/calendar',
  '/calendar?view=month',
  '/calendar?view=week',
  '/search?q=flagg',
  '/media',
  '/profile?tab=licenses',
  '/profile?tab=bookings',
  '/profile?tab=educations',
  '/profile?tab=account',
  '/profile/license',
  '/profile/license/1',
  '/profile/certificates',
  '/profile/security',
  '/print/cv/5',
  '/changepassword',
  '/kopvillkor',
] as const

/** Every page of visitors and learners, as a slow phone meets it; a test compares them with the route table. */
export const phonePages: readonly { as: CastName | null; paths: readonly string[] }[] = [
  { as: null, paths: publicPages },
  { as: 'learner', paths: learnerPhonePages },
  // An education for the young, as the parent of one.
  { as: 'guardian', paths: ['/education/19'] },
  ...momentPages,
]
/** Pages for anybody that the route table leaves out, as they have no guard: the check of a certificate by its code. */
export const unlistedPages = ['/certificate/DEM0-0000-0001'] as const
