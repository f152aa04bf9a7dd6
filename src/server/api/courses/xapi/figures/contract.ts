import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, queryId, queryPageSize } from '#api/wire.ts'
import { learnerSorts, outcomes } from './rules.ts'

const Share = z.number().min(0).max(1)

export const CourseQuestion = z.object({
  activityId: z.string(),
  name: z.string(),
  /** Attempts with an answer; of those, the ones whose first answer was judged, and was right. */
  answered: z.int(),
  judged: z.int(),
  rightAtFirst: z.int(),
  /** The right answer, when the course declares one. */
  right: z.string().nullable(),
  /** The most frequent wrong answer. */
  wrong: z.object({ answer: z.string(), count: z.int() }).nullable(),
})
export type CourseQuestion = z.infer<typeof CourseQuestion>

export const CourseStep = z.object({
  activityId: z.string(),
  name: z.string(),
  kind: z.enum(['page', 'question']),
  /** Attempts that visited it; of those, the ones that stopped there without completing. */
  reached: z.int(),
  stopped: z.int(),
})
export type CourseStep = z.infer<typeof CourseStep>

export const CourseFigures = z.object({
  educationPartId: id,
  title: z.string(),
  /** Number of people signed up whose results the caller may see. */
  people: z.int(),
  begun: z.int(),
  completed: z.int(),
  attempts: z.int(),
  /** Median of the completed attempts. */
  medianSeconds: z.number().nullable(),
  questions: z.array(CourseQuestion),
  steps: z.array(CourseStep),
  /** Value of `before` for people who signed up earlier; null when all are included. */
  next: id.nullable(),
})
export type CourseFigures = z.infer<typeof CourseFigures>

const Outcome = z.enum(outcomes)

export const CourseLearner = z.object({
  userId: id,
  name: z.string(),
  attempts: z.int(),
  seconds: z.number(),
  /** Highest score, 0 to 1. */
  score: Share.nullable(),
  /** Best outcome of the attempts; null before the first attempt. */
  outcome: Outcome.nullable(),
  /** Page or question visited last; null when completed. */
  stoppedAt: z.string().nullable(),
  lastAt: instant.nullable(),
  /** Whether the part is completed in the portal. */
  partCompleted: z.boolean(),
})
export type CourseLearner = z.infer<typeof CourseLearner>

export const CourseAttempt = z.object({
  registration: z.string().nullable(),
  begunAt: instant,
  lastAt: instant,
  seconds: z.number(),
  /** Source of `seconds`: durations in the statements, times between statements, or both. */
  timing: z.enum(['reported', 'measured', 'both']),
  score: z
    .object({
      scaled: Share.nullable(),
      raw: z.number().nullable(),
      min: z.number().nullable(),
      max: z.number().nullable(),
    })
    .nullable(),
  outcome: Outcome,
  stoppedAt: z.string().nullable(),
  answers: z.array(
    z.object({
      activityId: z.string(),
      name: z.string(),
      right: z.string().nullable(),
      tries: z.array(z.object({ at: instant, answer: z.string().nullable(), success: z.boolean().nullable() })),
    }),
  ),
})
export type CourseAttempt = z.infer<typeof CourseAttempt>

export const LearnerFigures = z.object({
  educationPartId: id,
  title: z.string(),
  userId: id,
  name: z.string(),
  completedDate: instant.nullable(),
  /** The latest first. */
  attempts: z.array(CourseAttempt),
  /** True when the earliest statements are left out because there are too many. */
  isCut: z.boolean(),
})
export type LearnerFigures = z.infer<typeof LearnerFigures>

export const CourseLearners = z.object({
  items: z.array(CourseLearner),
  /** Value of `after` for the next page; null on the last. */
  next: z.string().nullable(),
  /** Number of people whose standing is still being updated. */
  counting: z.int(),
})
export type CourseLearners = z.infer<typeof CourseLearners>

export const LearnerSearch = z.object({
  /** Words that occur in the name. */
  search: z.string().trim().max(100).default(''),
  sort: z.enum(learnerSorts).default('lastSeen'),
  after: z.string().max(300).optional(),
  pageSize: queryPageSize,
})
export type LearnerSearch = z.infer<typeof LearnerSearch>

export const courseFigures = contract({
  'GET /EducationParts/:id/courseFigures': {
    who: 'educatorsUp',
    query: z.object({ before: queryId.optional() }),
    reply: CourseFigures,
    cache: 'never',
    summary:
      'Returns the figures of a digital part’s course: where people stop and which questions they fail. Covers the latest sign-ups that the caller may see; `before` gives earlier ones.',
  },
  'GET /EducationParts/:id/courseFigures/learners': {
    who: 'educatorsUp',
    query: LearnerSearch,
    reply: CourseLearners,
    cache: 'never',
    summary:
      'Lists the learners of the course with their progress, in the requested order; `after` is the `next` of the previous page.',
  },
  'GET /EducationParts/:id/courseFigures/:userId': {
    who: 'educatorsUp',
    reply: LearnerFigures,
    cache: 'never',
    summary: 'Returns a learner’s attempts, time, score and answers in the course, and where they stopped.',
  },
})
