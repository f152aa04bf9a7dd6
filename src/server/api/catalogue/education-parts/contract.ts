import { z } from 'zod'
import { ChecklistItem, CustomQuestion } from '#api/questions.ts'
import { id, instant, kronor, line, version } from '#api/wire.ts'

/** Occassion 0, ArticulateSession 1, PracticalDrivingExam 2, Submission 3. */
export const partTypes = { Occassion: 0, ArticulateSession: 1, PracticalDrivingExam: 2, Submission: 3 } as const
export const EducationPartType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type EducationPartType = z.infer<typeof EducationPartType>

/**
 * The rule that completes a digital part: `course` as the course reports it (a unit of cmi5 by its moveOn, others by
 * completed or passed), `completed`, `passed`, `either` of the two, or `both`.
 */
export const completionRules = ['course', 'completed', 'passed', 'either', 'both'] as const
export const CompletionRule = z.enum(completionRules)
export type CompletionRule = z.infer<typeof CompletionRule>

/** Per cent; null when any score is enough. */
const MinimumScore = z.int().min(1).max(100).nullable()

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
  completionRule: CompletionRule,
  minimumScore: MinimumScore,
  startsAgain: z.boolean(),
  opensWindows: z.boolean(),
  packageId: id.nullable(),
  activityId: z.string().nullable(),
  fileId: id.nullable(),
  submissionInstructions: z.string().nullable(),
  customQuestions: z.array(CustomQuestion),
  examChecklist: z.array(ChecklistItem),
  educationIds: z.array(id),
  responsibleIds: z.array(id),
  lastChange: instant,
})
export type EducationPart = z.infer<typeof EducationPart>

const partTypeNames = z.enum(['Occassion', 'ArticulateSession', 'PracticalDrivingExam', 'Submission'])

/** The fields of a part's form; its type is given by number or by name (spec G-025). */
export const EducationPartInput = z.object({
  id: id.nullish(),
  title: line.min(1).max(200),
  description: z.string().max(20_000).nullable().default(null),
  type: z.union([EducationPartType, partTypeNames.transform((name) => partTypes[name])]),
  fee: kronor.default(0),
  mandatory: z.boolean().default(true),
  hours: z.number().min(0).max(10_000).nullable().default(null),
  needsApproval: z.boolean().default(false),
  completionRule: CompletionRule.default('course'),
  minimumScore: MinimumScore.default(null),
  startsAgain: z.boolean().default(false),
  opensWindows: z.boolean().default(false),
  submissionInstructions: z.string().max(20_000).nullable().default(null),
  customQuestions: z.array(CustomQuestion).max(50).default([]),
  /** Unchanged when absent. */
  examChecklist: z
    .array(ChecklistItem)
    .max(60)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, { params: { reason: 'repeated' } })
    .optional(),
  responsibleIds: z.array(id).max(100).default([]),
  /** The educations of a new part; an existing one is moved by the education's own calls. */
  educationIds: z.array(id).max(50).default([]),
  /** The version that the form has loaded; a save of an older version is refused (spec G-083). */
  lastChange: version,
})
export type EducationPartInput = z.infer<typeof EducationPartInput>
