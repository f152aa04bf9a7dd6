import { expect, test } from 'vitest'
import { whoMay } from '#api/actor.ts'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { missingCalls } from './missing-calls.ts'
import { specifiedCalls } from './specified-calls.ts'

/** What the specification lets everybody signed in, or a person about themself, ask of people, educations, parts and occasions. */
const forLearners = [
  'GET /User',
  'GET /User/:id',
  'PUT /user/edit/:id',
  'PUT /User',
  'GET /User/:id/guardian',
  'POST /User/:id/guardian',
  'DELETE /User/:id/guardian/:guardianId',
  'PUT /User/:id/guardian',
  'GET /User/:id/musthaveguardianforeducation/:educationId',
  'GET /user/:id/organizations',
  'GET /user/:id/StartedEducations',
  'GET /user/:id/recommended',
  'GET /user/:id/educationresults',
  'GET /user/:id/educationresultslatest',
  'GET /user/:id/UserToEducationCategory',
  'GET /Educations',
  'GET /Educations/:id',
  'GET /Educations/userprofile/:id',
  'GET /Educations/filters',
  'GET /Educations/count',
  'GET /Educations/results',
  'GET /Educations/:id/results/:userId',
  'GET /Educations/GetUncompletedPrerequisitesForEducation/:a/:b',
  'GET /Educations/StartedEducationBlockData',
  'GET /EducationParts/:id',
  'GET /EducationParts/several',
  'GET /EducationParts/:id/educations',
  'GET /EducationParts/:id/results/:userId',
  'PUT /EducationParts/:id/results',
  'GET /Articulate/part/:id',
  'GET /EducationParts/:id/educationPartOccasions',
  'GET /EducationParts/:id/educationPartOccasions/:date',
  'GET /EducationPartOccasions/:id',
  'GET /EducationPartOccasions/filter',
  'GET /EducationPartOccasions/cities',
  'GET /EducationPartOccasions/results',
  'GET /EducationPartOccasions/:id/results/:userId',
  'GET /EducationPartOccasions/GetEducationForOccasionId/:id',
  'GET /EducationPartOccasions/GetUncompletedPrerequisitesForOccasion/:a/:b',
  'GET /EducationPartOccasions/GetAvailableSpotsOnOccasion/:occasionId',
  'PUT /EducationPartOccasions/results',
  'DELETE /EducationPartOccasions/:id/results/:a/:b',
  'GET /user/:id/BookedOccasions',
  'GET /user/:userId/signedUpToEducationForOccasion/:id',
  'GET /user/:userId/canUserSignUpToEducationForOccasion/:id',
  'GET /user/:userId/bookedOccasionsDates/:educationId',
  'GET /Occasions/Results',
  'GET /user/:id/bookedpracticaldriverexams',
]

/** The same of licences, which nobody can have yet. */
const ofWhatIsToCome = [
  'GET /user/:id/Licenses',
  'GET /user/:id/ActiveUserLicenses',
  'GET /user/:id/LicenseGoals',
  'GET /user/:id/LicenseQualifications',
  'DELETE /user/:id/LicenseGoals/:goalId',
  'GET /user/:id/OtherRequirementResults',
  'GET /Educations/:id/Licenses',
]

const shapeOf = (name: string) => name.toLowerCase().replace(/:\w+/g, ':').replace(/\/$/, '')
const built = new Map<string, Call>(
  Object.values(contracts).flatMap((calls) => Object.entries(calls).map(([name, call]) => [shapeOf(name), call])),
)
const learner = { roles: {} }

test.each(forLearners)('%s is answered, and a learner may ask', (name) => {
  const call = built.get(shapeOf(name))
  expect(call, 'answer it in its slice').toBeDefined()
  expect(call && whoMay[call.who](learner)).toBe(true)
})

test('every one of them is a specified call', () => {
  const specified = new Set(specifiedCalls.map(shapeOf))
  expect([...forLearners, ...ofWhatIsToCome].filter((name) => !specified.has(shapeOf(name)))).toEqual([])
})

test('what is missing for a learner there belongs to licences alone', () => {
  const missing = new Set(missingCalls.map(shapeOf))
  expect(ofWhatIsToCome.filter((name) => missing.has(shapeOf(name)) === built.has(shapeOf(name)))).toEqual([])
  expect(forLearners.filter((name) => missing.has(shapeOf(name)))).toEqual([])
})
