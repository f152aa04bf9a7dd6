import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { EducationPartType } from '#api/catalogue/education-parts/contract.ts'
import { Education, EducationFacts } from '#api/catalogue/educations/contract.ts'
import { Media } from '#api/catalogue/media/contract.ts'
import { Occasion } from '#api/catalogue/occasions/contract.ts'
import { Comment } from '#api/participation/comments/contract.ts'
import { EducationStep } from '#api/participation/next-steps/contract.ts'
import { Submission } from '#api/participation/submissions/contract.ts'
import {
  day,
  id,
  instant,
  kronor,
  queryDay,
  queryFlag,
  queryId,
  queryList,
  queryPage,
  queryPageSize,
} from '#api/wire.ts'

/** The soonest occasion that the education can be begun with: one with a free seat, or else a full one. */
const NextOccasion = z.object({
  id,
  educationPartId: id,
  startDate: instant,
  endDate: instant,
  city: z.string(),
  fee: kronor,
  availableSpots: z.int().nullable(),
  hasFreeSpots: z.boolean(),
  needsApproval: z.boolean(),
  /** How many more dates have free seats. */
  others: z.int(),
})

/** Data of an education card. */
export const EducationSummary = EducationFacts.extend({
  ...Education.pick({ minAge: true, maxAge: true }).shape,
  parts: z.array(z.object({ id, title: z.string(), type: EducationPartType })),
  nextOccasion: NextOccasion.nullable(),
  nextOccasionDate: instant.nullable(),
  /** Lowest and highest cost of a single sign-up; null when everything is free. */
  feeRange: z.object({ from: kronor, to: kronor }).nullable(),
})
export type EducationSummary = z.infer<typeof EducationSummary>

const filter = {
  text: z.string().trim().max(200).default(''),
  category: queryList(queryId),
  role: queryList(queryId),
  city: queryList(z.string().max(100)),
  /** First and last start day of occasions, both inclusive. */
  startDate: queryDay.optional(),
  endDate: queryDay.optional(),
  free: queryFlag.default(false),
  freeSpots: queryFlag.default(false),
}

export const EducationFilter = z.object(filter)
export type EducationFilter = z.infer<typeof EducationFilter>

export const EducationPageFilter = z.object({
  ...filter,
  /**
   * Absent: by the fit to the text, then by title. `near.<organizationId>`: dates in its city, then in its district.
   */
  order: z
    .string()
    .regex(/^(date|price|near\.[1-9]\d{0,8})$/)
    .optional(),
  /** Categories whose educations come first where no order is named; none are left out. */
  first: queryList(queryId),
  page: queryPage,
  pageSize: queryPageSize.default(24),
})
export type EducationPageFilter = z.infer<typeof EducationPageFilter>

export const EducationPage = z.object({
  items: z.array(EducationSummary),
  /** Number of matches, counted up to a limit; `more` is true when there are more. */
  total: z.int(),
  more: z.boolean(),
  page: z.int(),
  pageSize: z.int(),
  /** Whether the items are approximate matches, because no education matched the text exactly. */
  near: z.boolean(),
})
export type EducationPage = z.infer<typeof EducationPage>

export const EducationFilters = z.object({
  categories: z.array(z.object({ id, name: z.string(), color: z.string().nullable() })),
  roles: z.array(z.object({ id, name: z.string(), group: z.int() })),
  cities: z.array(z.string()),
})
export type EducationFilters = z.infer<typeof EducationFilters>

/**
 * `none`: no result; `pending`: only sign-ups that wait for approval; `started`: a live sign-up or an education result
 * that is not completed; `completed`: the education itself.
 */
const OwnState = z.enum(['none', 'pending', 'started', 'completed'])

export const OwnEducation = z.object({
  educationId: id,
  state: OwnState,
  partsTotal: z.int(),
  partsCompleted: z.int(),
  /** The soonest booked occasion or exam that has not ended; `pending` while the sign-up waits for approval. */
  booking: z.object({ startDate: instant, city: z.string(), pending: z.boolean() }).nullable(),
  step: EducationStep,
  feePaid: z.boolean(),
  /** The caller's children whom the education is for and who have not completed it, by name. */
  children: z.array(z.object({ id, firstName: z.string() })),
})
export type OwnEducation = z.infer<typeof OwnEducation>

export const EducationOfPerson = EducationFacts.extend({
  completed: z.boolean(),
  completedDate: instant.nullable(),
  signUpDate: instant.nullable(),
})
export type EducationOfPerson = z.infer<typeof EducationOfPerson>

export const EducationView = z.object({
  education: Education,
  /** Ongoing and future occasions in chronological order. */
  occasions: z.array(Occasion),
  categories: z.array(z.object({ id, name: z.string(), color: z.string().nullable() })),
  prerequisites: z.array(z.object({ id, title: z.string() })),
  /** As on the education's card. */
  nextOccasion: NextOccasion.nullable(),
  feeRange: EducationSummary.shape.feeRange,
  people: z.array(z.object({ id, name: z.string(), pictureUrl: z.string().nullable() })),
  organizer: z.string().nullable(),
})
export type EducationView = z.infer<typeof EducationView>

export const OwnPartResult = z.object({
  resultId: id,
  educationPartId: id,
  occasionId: id.nullable(),
  completed: z.boolean(),
  completedDate: instant.nullable(),
  signUpDate: instant.nullable(),
  canceled: z.boolean(),
  lastChange: instant,
  paymentId: z.string().nullable(),
  /** Start of the occasion, which may be past; null for a part without one. */
  occasionStartDate: instant.nullable(),
  occasionCity: z.string().nullable(),
  /** Score of the course, 0 to 1; null for one without. */
  score: z.number().nullable(),
  /** The other education that the part was taken in; the result counts in both. */
  elsewhere: z.object({ id, title: z.string() }).nullable(),
})
export type OwnPartResult = z.infer<typeof OwnPartResult>

/** Data about the caller that decides whether and how a sign-up is possible, besides the own part results. */
export const OwnSignUpTerms = z.object({
  birthOn: day.nullable(),
  /** Whether the person is a member of another federation. */
  isExternal: z.boolean(),
  /** Ids of confirmed guardians of age. */
  guardianIds: z.array(id),
  /** Whether an earlier sign-up has included the education's own fee. */
  feePaid: z.boolean(),
  /** The caller's unfinished card payments. */
  payments: z.array(z.object({ educationPartId: id, paymentId: z.string() })),
})
export type OwnSignUpTerms = z.infer<typeof OwnSignUpTerms>

export const OwnProgress = z.object({
  /** Next step, as on the start page. */
  step: EducationStep,
  /** While a completed education is renewed, parts completed until then do not count; null otherwise. */
  renewedFrom: instant.nullable(),
  completed: z.boolean(),
  completedDate: instant.nullable(),
  /** The results of the education's parts, also those taken in other educations. Newest first. */
  partResults: z.array(OwnPartResult),
  completedPrerequisiteIds: z.array(id),
  signUpTerms: OwnSignUpTerms,
  /** Prices of the occasions for which the caller queues through another education. */
  pricesElsewhere: z.array(z.object({ occasionId: id, educationId: id, fee: kronor })),
  media: z.array(Media),
  /** The caller's submissions, latest sign-up first. */
  submissions: z.array(Submission),
  comments: z.array(Comment),
})
export type OwnProgress = z.infer<typeof OwnProgress>

/** Cached for ten seconds only, because the replies contain numbers of free seats. */
const seconds = sharedCache(10, 'members', 'educations', 'occasions', 'categories')

export const catalogue = contract({
  'GET /Educations': {
    who: 'signedIn',
    query: EducationPageFilter.extend({ pageSize: queryPageSize }),
    reply: z.array(EducationSummary),
    cache: seconds,
    summary: 'Lists a page of matching educations, by title or by relevance.',
  },
  'GET /Educations/page': {
    who: 'signedIn',
    query: EducationPageFilter,
    reply: EducationPage,
    cache: seconds,
    summary: 'Lists educations like GET /Educations, with the total number.',
  },
  'GET /Educations/count': {
    who: 'signedIn',
    query: EducationFilter,
    reply: z.int(),
    cache: sharedCache(60, 'members', 'educations', 'occasions', 'categories'),
    summary: 'Counts the matching educations.',
  },
  'GET /Educations/filters': {
    who: 'signedIn',
    reply: EducationFilters,
    cache: sharedCache(300, 'members', 'educations', 'occasions', 'categories'),
    summary: 'Returns the filter values: categories, roles, and cities with coming occasions.',
  },
  'GET /Educations/userprofile/:id': {
    who: 'signedIn',
    reply: z.array(EducationOfPerson),
    summary: 'Lists the educations on which a person has a result, for callers with full access to the person.',
  },
  'GET /Educations/own': {
    who: 'signedIn',
    query: z.object({ educationIds: queryList(queryId).refine((ids) => ids.length <= 200) }),
    reply: z.object({ educations: z.array(OwnEducation), favoriteCategoryIds: z.array(id) }),
    summary: 'Returns the caller’s progress in several educations, and the favourite branches.',
  },
  'GET /Educations/:id/view': {
    who: 'signedIn',
    reply: EducationView,
    cache: seconds,
    summary: 'Returns the public data of an education’s page.',
  },
  'GET /Educations/:id/own': {
    who: 'signedIn',
    /** `userId`: a child of the caller, whose submissions and comments stay its own; without it the caller. */
    query: z.object({ userId: queryId.optional() }),
    reply: OwnProgress,
    summary:
      'Returns the own results, submissions, fulfilled prerequisites and media of the caller, or of a child, in an education.',
  },
})
