import { z } from 'zod'
import { contract } from '#api/calls.ts'
import {
  id,
  instant,
  listOf,
  namesById,
  nothing,
  pageOf,
  queryDay,
  queryFlag,
  queryId,
  queryPage,
  queryPageSize,
} from '#api/wire.ts'
import { participantStates, viewAddress } from './rules.ts'

const figures = {
  signedUp: z.int(),
  inProgress: z.int(),
  completed: z.int(),
  /** Of all who are counted. */
  external: z.int(),
}

export const OverviewEducationRow = z.object({ educationId: id, title: z.string(), ...figures })
export type OverviewEducationRow = z.infer<typeof OverviewEducationRow>

export const OverviewCategory = z.object({
  /** 0: educations without a category. */
  educationCategoryId: z.int(),
  name: z.string(),
  educations: z.array(OverviewEducationRow),
})
export type OverviewCategory = z.infer<typeof OverviewCategory>

export const OverviewPart = z.object({
  educationPartId: id,
  title: z.string(),
  type: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  people: z.int(),
  ...figures,
})
export type OverviewPart = z.infer<typeof OverviewPart>

export const OverviewEducation = z.object({
  educationId: id,
  title: z.string(),
  parts: z.array(OverviewPart),
  /** Everybody who is counted, whatever they have done. */
  people: z.int(),
  ...figures,
})
export type OverviewEducation = z.infer<typeof OverviewEducation>

export const OverviewParticipant = z.object({
  userId: id,
  name: z.string(),
  organizations: namesById,
  isExternal: z.boolean(),
  partsCompleted: z.int(),
  partsTotal: z.int(),
  completed: z.boolean(),
  completedDate: instant.nullable(),
  signUpDate: instant.nullable(),
})
export type OverviewParticipant = z.infer<typeof OverviewParticipant>

/** Somebody and one education that is counted of them. */
export const OverviewParticipation = z.object({
  userId: id,
  name: z.string(),
  educationId: id,
  title: z.string(),
  isExternal: z.boolean(),
  signUpDate: instant.nullable(),
  completedDate: instant.nullable(),
  /** Of the education, where they are known. */
  hours: z.number(),
})
export type OverviewParticipation = z.infer<typeof OverviewParticipation>

export const OverviewOccasion = z.object({
  occasionId: id,
  startDate: instant,
  city: z.string(),
  booked: z.int(),
  maxParticipants: z.int().nullable(),
  attended: z.int(),
  completed: z.int(),
  canceled: z.boolean(),
})
export type OverviewOccasion = z.infer<typeof OverviewOccasion>

export const OverviewDevelopment = z.object({
  /** `yyyy-MM`, every month of the period. */
  months: z.array(z.object({ month: z.string(), signedUp: z.int(), completed: z.int() })),
  /** By the main club's district; null: nobody's district. */
  districts: z.array(
    z.object({
      organizationId: id.nullable(),
      name: z.string().nullable(),
      /** What the question is narrowed to when it is about these people alone; without a district, that beside it. */
      organizationIds: z.array(id),
      ...figures,
    }),
  ),
})
export type OverviewDevelopment = z.infer<typeof OverviewDevelopment>

export const OverviewHours = z.object({
  organizationId: id.nullable(),
  name: z.string().nullable(),
  district: z.string().nullable(),
  participants: z.int(),
  hours: z.number(),
  under25: z.int(),
})
export type OverviewHours = z.infer<typeof OverviewHours>

export const OverviewView = z.object({ id, name: z.string(), address: z.string() })
export type OverviewView = z.infer<typeof OverviewView>

const slice = {
  /** The whole of the days; absent: the last twelve months. */
  from: queryDay.optional(),
  to: queryDay.optional(),
  externalOnly: queryFlag.default(false),
  /** With everything below them, by people's main club. */
  organizationIds: listOf(queryId),
  /** Only people whose club is in no district. */
  withoutDistrict: queryFlag.default(false),
}
export const OverviewSlice = z.object(slice)
export type OverviewSlice = z.infer<typeof OverviewSlice>

const OverviewQuery = OverviewSlice.extend({
  educationCategoryIds: listOf(queryId),
  /** Educations without a category; together with chosen categories, those too. */
  withoutCategory: queryFlag.default(false),
})
export type OverviewQuery = z.infer<typeof OverviewQuery>

const ParticipantQuery = OverviewSlice.extend({
  showCompletedParticipants: queryFlag.default(false),
  /** Only those behind one figure; decides before `showCompletedParticipants`. */
  state: z.enum(participantStates).optional(),
  /** Only who takes this part, and how it went there. */
  educationPartId: queryId.optional(),
  page: z.string().transform(Number).pipe(z.int().min(1)).default(1),
  pageSize: z.string().transform(Number).pipe(z.int().min(1).max(5000)).default(5000),
})
export type ParticipantQuery = z.infer<typeof ParticipantQuery>

const ParticipationQuery = OverviewQuery.extend({
  state: z.enum(participantStates).default('signedUp'),
  /** `yyyy-MM`: only those whose sign-up, or completion where that is what is asked for, was then. */
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
    .optional(),
  educationId: queryId.optional(),
  /** The main club itself, without what is below it; 0: people without one. */
  clubId: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional(),
  /** Younger than 25 when they completed. */
  under25: queryFlag.default(false),
  page: queryPage,
  pageSize: queryPageSize,
})
export type ParticipationQuery = z.infer<typeof ParticipationQuery>

const who = 'superadministrators'

export const overview = contract({
  'GET /overview': {
    who,
    query: OverviewQuery,
    reply: z.array(OverviewCategory),
    summary: 'Category by category the educations, with how many have signed up, are under way and have completed.',
  },
  'GET /overview/development': {
    who,
    query: OverviewQuery.extend({ educationId: queryId.optional() }),
    reply: OverviewDevelopment,
    summary: 'The same people by month and by district.',
  },
  'GET /overview/participations': {
    who,
    query: ParticipationQuery,
    reply: pageOf(OverviewParticipation).extend({ hours: z.number() }),
    summary: 'The rows behind a figure across educations, by name, with the hours that they come to.',
  },
  'GET /overview/hours': {
    who,
    query: OverviewQuery,
    reply: z.array(OverviewHours),
    summary: 'Hours of completed education by club, with those under 25 apart: what is reported to RF-SISU.',
  },
  'GET /overview/education/:educationId': {
    who,
    query: OverviewSlice,
    reply: OverviewEducation,
    summary: 'An education with its parts, in numbers.',
  },
  'GET /overview/education/:educationId/results': {
    who,
    query: ParticipantQuery,
    reply: z.array(OverviewParticipant),
    summary: 'Who takes the education, by name; those who have completed it only when they are asked for.',
  },
  'GET /overview/education/:educationId/educationpart/:educationPartId': {
    who,
    query: OverviewSlice,
    reply: OverviewPart,
    summary: 'A part of an education, in numbers.',
  },
  'GET /overview/educationpart/:educationPartId/occasions': {
    who,
    query: z.object({ from: slice.from, to: slice.to, educationId: queryId.optional() }),
    reply: z.array(OverviewOccasion),
    summary: 'The occasions of a part that begin in the period, in the order of time.',
  },
  'GET /overview/views': {
    who,
    reply: z.array(OverviewView),
    summary: 'The caller’s own saved views, by name.',
  },
  'POST /overview/views': {
    who,
    body: z.object({
      name: z.string().trim().min(1).max(100),
      /** Where on the overview, with what is chosen there. */
      address: z.string().max(2000).regex(viewAddress),
    }),
    reply: OverviewView,
    repeatable: true,
    summary: 'Saves a view; one of the same name is replaced.',
  },
  'DELETE /overview/views/:id': {
    who,
    reply: nothing,
    summary: 'Removes one of the caller’s own saved views; repeating changes nothing.',
  },
})
