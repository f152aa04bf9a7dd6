import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationResult } from '#api/participation/education-results/contract.ts'
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
    summary: 'Educations begun and not completed, the latest touched first.',
  },
  'GET /user/:id/recommended': {
    who: 'signedIn',
    reply: z.array(SuggestedEducation),
    summary: 'Six educations at most that the person could take next.',
  },
  'GET /user/:id/educationresults': {
    who: 'signedIn',
    integration: 'IntegrationRead',
    reply: z.array(EducationResult),
    summary: 'All results on educations, latest first.',
  },
  'GET /user/:id/educationresultslatest': {
    who: 'signedIn',
    integration: 'IntegrationRead',
    reply: z.array(EducationResult),
    summary: 'The latest result on each education; a completed one goes before one that is not.',
  },
  'GET /user/:id/EducationsForResponsible': {
    who: 'educatorsUp',
    reply: z.array(SuggestedEducation),
    summary: 'The educations that an educator answers for.',
  },
  'GET /user/:id/EducationCountForResponsible': {
    who: 'educatorsUp',
    reply: z.int(),
    summary: 'How many educations an educator answers for.',
  },
  'GET /user/:id/musthaveguardianforeducation/:educationId': {
    who: 'signedIn',
    reply: z.boolean(),
    summary: 'Whether the person is under the age for which the education asks a guardian, today.',
  },
  'GET /user/:id/BookedOccasions': {
    who: 'signedIn',
    query: z.object({ includePrerequisites: queryFlag.default(false) }),
    reply: z.array(BookedOccasion),
    summary: 'Coming occasions that the person is signed up to, the soonest first.',
  },
  'GET /user/:userId/signedUpToEducationForOccasion/:id': {
    who: 'signedIn',
    reply: z.boolean(),
    summary: 'Whether the person takes part in the education that the occasion belongs to.',
  },
  'GET /user/:userId/bookedOccasionsDates/:educationId': {
    who: 'signedIn',
    reply: z.array(instant),
    summary: 'When the person’s booked occasions in an education start.',
  },
  'GET /Educations/StartedEducationBlockData': {
    who: 'signedIn',
    query: z.object({ educationIds: queryList(queryId) }),
    reply: z.array(StartedEducationBlock),
    summary: 'How far the caller has come in the given educations.',
  },
})
