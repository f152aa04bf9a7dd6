import { callerGroups } from '#api/actor.ts'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import type { RoleHolder } from '#api/held-roles.ts'

/** Calls that read by POST, because their query is too long for a URL. */
export const readingPosts = new Set([
  'POST /Calendar/CalendarCounts',
  'POST /Calendar/CalendarFiltered',
  'POST /EducationPartOccasions/:id/participants/find',
  'POST /EducationPartOccasions/clashes',
  'POST /EducationPartOccasions/several',
  'POST /EducationPartsPracticalDriverExam/:id/:userId/musthaveguardian',
  'POST /EducationPartsPracticalDriverExam/filter',
  'POST /EducationPartsPracticalDriverExam/filter/export',
  'POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList',
  'POST /EducationPartsPracticalDriverExam/results',
  'POST /EducationPartsPracticalDriverExam/searchAdults',
  'POST /Licenses/Search',
  'POST /MailingRules/preview',
  'POST /Mailings/preview',
  'POST /Payment/receipts/preview',
  'POST /submissionAdmin',
  'POST /submissionAdmin/Download',
  'POST /submissionAdmin/Download/:submissionId',
  'POST /submissionAdmin/export',
  'POST /User/:id/guardian/candidates',
  'POST /User/export',
  'POST /User/filtered',
  'POST /User/filterededucation',
  'POST /User/filterededucation/export',
  'POST /User/filteredoccassion',
  'POST /User/possibleEducatorsForPracticalDrivingExam',
  'POST /User/roles/matching/preview',
  'POST /User/roles/preview',
  'POST /User/several',
])

/** Calls that answer about the portal, its catalogue or the caller; they have tests of their own. */
const withoutPeople = /^GET \/(openapi|docs|translations|disturbancemessage|portalconfiguration|features|gdpr)/i

const calls = new Map(Object.values(contracts).flatMap((slice) => Object.entries<Call>(slice)))

/** Lists the calls that return data about people to a caller with these roles. */
export const listReadingCalls = (actor: RoleHolder): string[] =>
  [...calls]
    .filter(([name]) => (name.startsWith('GET ') || readingPosts.has(name)) && !withoutPeople.test(name))
    .filter(([, { who }]) => callerGroups[who](actor))
    .map(([name]) => name)
    .sort()

/** Calls in the list above that were renamed or removed. */
export const unknownPosts = [...readingPosts].filter((name) => !calls.has(name))

/** True for the calls that return an adult's name, club and picture by id; for a child the caller needs a reason. */
export const showsReducedProfile = (name: string) =>
  ['GET /User/:id', 'GET /user/:id/profile', 'POST /User/several'].includes(name)

/** True when the address or the body names the person or resource that the call answers about. */
export const takesIds = (name: string) => name.includes('/:') || name.startsWith('POST ')
