import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationResult } from '#api/participation/education-results/contract.ts'
import { EducationStep } from '#api/participation/next-steps/contract.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { MissingPrerequisite } from '#api/participation/sign-ups/contract.ts'
import { id, instant, kronor, queryFlag, queryId, queryList } from '#api/wire.ts'

/** A person's progress in an education. */
export const StartedEducationBlock = z.object({
  educationId: id,
  title: z.string(),
  pictureUrl: z.string().nullable(),
  partsTotal: z.int(),
  partsCompleted: z.int(),
  nextPartId: id.nullable(),
  nextPartTitle: z.string().nullable(),
  nextPartType: z.int().nullable(),
  /** The same step as on the start page and the education's page. */
  nextStep: EducationStep,
  nextOccasionDate: instant.nullable(),
})
export type StartedEducationBlock = z.infer<typeof StartedEducationBlock>

/** The data of an education's card. */
export const SuggestedEducation = z.object({
  id,
  title: z.string(),
  shortDescription: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  published: z.boolean(),
  fee: kronor,
  educationCategoryIds: z.array(id),
  partCount: z.int(),
  nextOccasionDate: instant.nullable(),
  nextOccasionCity: z.string().nullable(),
})
export type SuggestedEducation = z.infer<typeof SuggestedEducation>

export const BookedOccasion = z.object({
  id,
  educationPartId: id,
  educationId: id,
  educationTitle: z.string(),
  partTitle: z.string(),
  title: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  address: z.string().nullable(),
  onlineUrl: z.string().nullable(),
  canceled: z.boolean(),
  /** The deadline for cancelling without the organiser. */
  cancelableUntil: instant,
  result: EducationPartResult,
  /** Present with `includePrerequisites` only. */
  prerequisites: z.array(MissingPrerequisite).optional(),
})
export type BookedOccasion = z.infer<typeof BookedOccasion>

export const personResults = contract({
  'GET /user/:id/StartedEducations': {
    who: 'signedIn',
    reply: z.array(StartedEducationBlock),
    summary: 'Lists educations that are started and not completed, latest activity first.',
  },
  'GET /user/:id/recommended': {
    who: 'signedIn',
    reply: z.array(SuggestedEducation),
    summary: 'Lists at most six educations that are recommended to the person.',
  },
  'GET /user/:id/educationresults': {
    who: 'signedIn',
    integration: { permission: 'IntegrationRead', resource: 'results', isNarrowed: true },
    reply: z.array(EducationResult),
    summary: 'Lists all results on educations, latest first.',
  },
  'GET /user/:id/educationresultslatest': {
    who: 'signedIn',
    integration: { permission: 'IntegrationRead', resource: 'results', isNarrowed: true },
    reply: z.array(EducationResult),
    summary: 'Lists one result for each education: the latest completed one, otherwise the latest.',
  },
  'GET /user/:id/EducationsForResponsible': {
    who: 'educatorsUp',
    reply: z.array(SuggestedEducation),
    summary: 'Lists the educations that an educator is responsible for.',
  },
  'GET /user/:id/EducationCountForResponsible': {
    who: 'educatorsUp',
    reply: z.int(),
    summary: 'Counts the educations that an educator is responsible for.',
  },
  'GET /user/:id/musthaveguardianforeducation/:educationId': {
    who: 'signedIn',
    reply: z.boolean(),
    summary: 'Returns whether the person is today below the age at which the education requires a guardian.',
  },
  'GET /user/:id/BookedOccasions': {
    who: 'signedIn',
    query: z.object({ includePrerequisites: queryFlag.default(false) }),
    reply: z.array(BookedOccasion),
    summary: 'Lists the coming occasions that the person is signed up to, soonest first.',
  },
  'GET /user/:userId/signedUpToEducationForOccasion/:id': {
    who: 'signedIn',
    reply: z.boolean(),
    summary: 'Returns whether the person takes part in the education of the occasion.',
  },
  'GET /user/:userId/bookedOccasionsDates/:educationId': {
    who: 'signedIn',
    reply: z.array(instant),
    summary: 'Lists the start times of the person’s booked occasions in an education.',
  },
  'GET /Educations/StartedEducationBlockData': {
    who: 'signedIn',
    query: z.object({ educationIds: queryList(queryId) }),
    reply: z.array(StartedEducationBlock),
    summary: 'Returns the caller’s progress in the given educations.',
  },
})
