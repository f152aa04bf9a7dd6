import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { MissingPrerequisite } from '#api/participation/sign-ups/contract.ts'
import { day, id, instant, noContent, queryId, queryList } from '#api/wire.ts'

/** A person's result on an education. Source: Portal 0, Import 1, Manual 2, Integration 3. */
export const EducationResult = z.object({
  resultId: id,
  userId: id,
  educationId: id,
  educationTitle: z.string(),
  educationCategoryIds: z.array(id),
  hours: z.number().nullable(),
  completed: z.boolean(),
  completedDate: instant.nullable(),
  signUpDate: instant.nullable(),
  lastChange: instant,
  source: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  registeredByUserId: id.nullable(),
  validTo: day.nullable(),
})
export type EducationResult = z.infer<typeof EducationResult>

export const WrittenEducationResult = z.object({
  resultId: id.nullish(),
  userId: id,
  completed: z.boolean(),
  completedDate: instant.nullish(),
})
export type WrittenEducationResult = z.infer<typeof WrittenEducationResult>

const many = z.array(EducationResult)

export const educationResults = contract({
  'GET /Educations/results': {
    who: 'signedIn',
    integration: { permission: 'IntegrationRead', resource: 'results', isNarrowed: true },
    query: z.object({ ids: queryList(queryId) }),
    reply: many,
    summary: 'Lists results on the given educations: the caller’s own, and those that the caller oversees.',
  },
  'GET /Educations/:id/results/:userId': {
    who: 'signedIn',
    integration: { permission: 'IntegrationRead', resource: 'results', isNarrowed: true },
    reply: many,
    summary: 'Lists a person’s results on an education, latest first.',
  },
  'PUT /Educations/:id/results': {
    who: 'educatorsUp',
    integration: { permission: 'IntegrationWrite', resource: 'results', isNarrowed: true },
    body: z.array(WrittenEducationResult).min(1).max(100),
    reply: many,
    summary: 'Marks the education as completed for people, or undoes that. Repeating it changes nothing.',
  },
  'DELETE /Educations/:id/results/:userId/:resultId': {
    who: 'educatorsUp',
    reply: noContent,
    summary: 'Removes a result on an education.',
  },
  'GET /Educations/:id/resultsByOrganization': {
    who: 'signedIn',
    integration: { permission: 'IntegrationRead', resource: 'results', isNarrowed: true },
    query: z.object({ orgIds: queryList(queryId) }),
    reply: z.record(z.string(), many),
    summary:
      'Lists the results on an education by the participants’ organisations, limited to those that the caller oversees.',
  },
  'GET /Educations/GetUncompletedPrerequisitesForEducation/:id/:userId': {
    who: 'signedIn',
    reply: z.array(MissingPrerequisite),
    summary: 'Lists the educations that the person must complete first.',
  },
})
