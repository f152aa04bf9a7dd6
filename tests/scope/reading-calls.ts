import { callerGroups } from '#api/actor.ts'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import type { RoleHolder } from '#api/held-roles.ts'

/** Calls that read by POST, because their question does not fit an address. */
const readingPosts = new Set([
  'POST /Calendar/CalendarCounts',
  'POST /Calendar/CalendarFiltered',
  'POST /EducationPartOccasions/:id/participants/find',
  'POST /EducationPartOccasions/several',
  'POST /EducationPartsPracticalDriverExam/:id/:userId/musthaveguardian',
  'POST /EducationPartsPracticalDriverExam/filter',
  'POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList',
  'POST /EducationPartsPracticalDriverExam/results',
  'POST /EducationPartsPracticalDriverExam/searchAdults',
  'POST /Licenses/Search',
  'POST /overview/views',
  'POST /submissionAdmin',
  'POST /submissionAdmin/Download',
  'POST /submissionAdmin/Download/:submissionId',
  'POST /User/:id/guardian/candidates',
  'POST /User/export',
  'POST /User/filtered',
  'POST /User/filterededucation',
  'POST /User/filteredoccassion',
  'POST /User/possibleEducatorsForPracticalDrivingExam',
  'POST /User/roles/preview',
  'POST /User/several',
])

/** Public, or the same for everybody: they answer about the portal, its catalogue or the caller, and are left to their own tests. */
const withoutPeople = /^GET \/(openapi|docs|translations|disturbancemessage|portalconfiguration|features|gdpr)/i

const calls = new Map(Object.values(contracts).flatMap((slice) => Object.entries<Call>(slice)))

/** The calls that answer somebody with these roles anything about people. */
export const readingCallsFor = (actor: RoleHolder): string[] =>
  [...calls]
    .filter(([name]) => (name.startsWith('GET ') || readingPosts.has(name)) && !withoutPeople.test(name))
    .filter(([, { who }]) => callerGroups[who](actor))
    .map(([name]) => name)
    .sort()

/** Left in the list above after the call was renamed or removed. */
export const unknownPosts = [...readingPosts].filter((name) => !calls.has(name))

/** An adult's name, club and picture are answered to whoever asks for the person by number; of a child they need a reason. */
export const showsReducedProfile = (name: string) =>
  ['GET /User/:id', 'GET /user/:id/profile', 'POST /User/several'].includes(name)

/** Whom or what it answers about stands in its address or its body. */
export const takesIds = (name: string) => name.includes('/:') || name.startsWith('POST ')
