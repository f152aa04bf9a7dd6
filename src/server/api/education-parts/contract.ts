import { z } from 'zod'
import { contract, shared } from '../calls.ts'
import { CustomQuestion } from '../questions.ts'
import { id, instant, kronor, listOf, queryId } from '../wire.ts'

/** Occassion 0, ArticulateSession 1, PracticalDrivingExam 2, Submission 3. */
export const partTypes = { Occassion: 0, ArticulateSession: 1, PracticalDrivingExam: 2, Submission: 3 } as const
export const EducationPartType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type EducationPartType = z.infer<typeof EducationPartType>

/** Part id to the ids of the parts that must be completed before it. */
export const PartDependencies = z.record(z.string(), z.array(id))
export type PartDependencies = z.infer<typeof PartDependencies>

export const EducationPart = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  type: EducationPartType,
  fee: kronor,
  partDependencies: PartDependencies,
  mandatory: z.boolean(),
  hours: z.number().nullable(),
  needsApproval: z.boolean(),
  passRequired: z.boolean(),
  packageId: id.nullable(),
  activityId: z.string().nullable(),
  fileId: id.nullable(),
  submissionInstructions: z.string().nullable(),
  customQuestions: z.array(CustomQuestion),
  educationIds: z.array(id),
  responsibleIds: z.array(id),
  lastChange: instant,
})
export type EducationPart = z.infer<typeof EducationPart>

export const educationParts = contract({
  'GET /EducationParts/:id': {
    who: 'signedIn',
    reply: EducationPart,
    cache: shared(60, 'members', 'educations'),
    summary: 'One part of an education.',
  },
  'GET /EducationParts/several': {
    who: 'signedIn',
    query: z.object({ educationPartIds: listOf(queryId).refine((ids) => ids.length <= 200) }),
    reply: z.array(EducationPart),
    cache: shared(60, 'members', 'educations'),
    summary: 'Several parts at once, in the order they were asked for; unknown ids are left out.',
  },
  'GET /EducationParts/articulateparts': {
    who: 'educatorsUp',
    reply: z.array(EducationPart),
    summary: 'The digital parts.',
  },
})
