import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { EducationFacts } from '#api/catalogue/educations/contract.ts'
import { tableFileKinds } from '#api/foundation/files/rules.ts'
import { ChecklistItem } from '#api/questions.ts'
import { bodyOrder, id, instant, kronor, line, queryDay, version } from '#api/wire.ts'
import { examOrders } from './rules.ts'

export const DriverExam = z.object({
  educationPartPracticalDriverExamId: id,
  educationPartId: id,
  educationId: id,
  title: z.string().nullable(),
  description: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  address: z.string().nullable(),
  examinerId: id,
  examinerName: z.string(),
  responsibleIds: z.array(id),
  maxParticipants: z.int().nullable(),
  bookedCount: z.int(),
  availableSpots: z.int().nullable(),
  hasFreeSpots: z.boolean(),
  fee: kronor,
  lastSignUpDate: instant.nullable(),
  guardianAge: z.int(),
  blockedForExternalUsers: z.boolean(),
  canceled: z.boolean(),
  educationTitle: z.string(),
  partTitle: z.string(),
  /** The checklist, as the part has it now. */
  checklist: z.array(ChecklistItem),
  lastChange: instant,
})
export type DriverExam = z.infer<typeof DriverExam>

const text = (maxLength: number, kind: z.ZodString = z.string().trim()) =>
  kind
    .max(maxLength)
    .transform((value) => value || null)
    .nullable()
    .default(null)

export const DriverExamInput = z
  .object({
    educationPartId: id,
    educationId: id,
    title: text(200, line),
    description: text(20_000),
    startDate: instant,
    endDate: instant,
    lastSignUpDate: instant.nullable().default(null),
    city: line.min(1).max(100),
    venue: text(200, line),
    address: text(300, line),
    examinerId: id,
    responsibleIds: z.array(id).max(30).default([]),
    maxParticipants: z.int().min(1).max(500).nullable().default(null),
    fee: kronor.default(0),
    guardianAge: z.int().min(18).max(25).default(18),
    blockedForExternalUsers: z.boolean().default(false),
    /** The version that the form has loaded; a save of an older version is refused (spec G-083). */
    lastChange: version,
  })
  .refine(({ startDate, endDate }) => startDate < endDate, {
    path: ['endDate'],
    params: { reason: 'end_before_start' },
  })
  .refine(({ startDate, lastSignUpDate }) => !lastSignUpDate || lastSignUpDate <= startDate, {
    path: ['lastSignUpDate'],
    params: { reason: 'after_start' },
  })
export type DriverExamInput = z.infer<typeof DriverExamInput>

export const DriverExamFilter = z.object({
  startDate: queryDay.nullish(),
  endDate: queryDay.nullish(),
  educationIds: z.array(id).max(200).default([]),
  cities: z.array(z.string().max(100)).max(50).default([]),
  responsibleId: id.nullish(),
  /** Only exams that the caller runs: as examiner or responsible educator, or as manager of the education. */
  managed: z.boolean().default(false),
  page: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(200).default(100),
})
export type DriverExamFilter = z.infer<typeof DriverExamFilter>

/** Filter, order and page of the list of exams. */
export const DriverExamQuery = DriverExamFilter.extend(bodyOrder(examOrders))
export type DriverExamQuery = z.infer<typeof DriverExamQuery>

export const PossibleExaminer = z.object({ id, name: z.string(), organizationNames: z.array(z.string()) })
export type PossibleExaminer = z.infer<typeof PossibleExaminer>

const feature = 'PracticalDriverExamination'
const createCall = {
  who: 'educatorsUp',
  feature,
  body: DriverExamInput,
  reply: DriverExam,
  changes: ['exams'],
  repeatable: true,
} as const

export const driverExams = contract({
  'POST /EducationPartsPracticalDriverExam/create': {
    ...createCall,
    summary: 'Creates a practical driver examination.',
  },
  'POST /EducationPartsPracticalDriverExam': {
    ...createCall,
    summary: 'Creates a practical driver examination, like /create.',
  },
  'PUT /EducationPartsPracticalDriverExam/:id': {
    who: 'educatorsUp',
    feature,
    body: DriverExamInput,
    reply: DriverExam,
    changes: ['exams'],
    summary: 'Changes an examination. Refused for a canceled one, and for fewer places than are taken.',
  },
  'POST /EducationPartsPracticalDriverExam/filter': {
    who: 'signedIn',
    feature,
    body: DriverExamQuery.default(DriverExamQuery.parse({})),
    reply: z.array(DriverExam),
    summary: 'Lists examinations from the start of the first day to the end of the last, by time by default.',
  },
  'POST /EducationPartsPracticalDriverExam/filter/export': {
    who: 'educatorsUp',
    feature,
    cache: 'never',
    body: DriverExamQuery.omit({ managed: true, page: true, pageSize: true }).extend({ kind: z.enum(tableFileKinds) }),
    summary:
      'Exports the examinations that a filter selects as Excel or CSV, of those that the caller runs, at most 20,000 rows; the export is recorded.',
  },
  'GET /EducationPartsPracticalDriverExam/:id': {
    who: 'signedIn',
    feature,
    reply: DriverExam,
    cache: sharedCache(5, 'members', 'exams', 'educations'),
    summary: 'Returns an examination with its items.',
  },
  'GET /EducationPartsPracticalDriverExam/allEducationsWithPracticalDriverExams': {
    who: 'signedIn',
    feature,
    reply: z.array(EducationFacts),
    cache: sharedCache(60, 'members', 'exams', 'educations'),
    summary: 'Lists the educations with practical driver examinations, by title.',
  },
  'GET /EducationPartsPracticalDriverExam/cities': {
    who: 'signedIn',
    feature,
    reply: z.array(z.string()),
    cache: sharedCache(300, 'members', 'exams'),
    summary: 'Lists the cities of past and coming examinations.',
  },
  'POST /User/possibleEducatorsForPracticalDrivingExam': {
    who: 'educatorsUp',
    feature,
    body: z.object({
      educationId: id,
      educationPartId: id.nullish(),
      organizationId: id.nullish(),
      text: z.string().trim().max(100).default(''),
    }),
    reply: z.array(PossibleExaminer),
    summary:
      'Lists possible examiners: educators and administrators who are responsible for the education, at most fifty.',
  },
})
