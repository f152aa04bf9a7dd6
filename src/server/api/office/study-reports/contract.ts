import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, noContent, pageSchema, queryDay, queryPage, queryPageSize } from '#api/wire.ts'
import { lackKinds, maxBreakMinutes, maxOccasionsInFile, studyStates } from './rules.ts'

const FileKey = z.string().regex(/^[\w-]{1,60}$/)

/** A report of an occasion that stands. */
const StudyReport = z.object({
  id,
  fileKey: FileKey,
  date: instant,
  byName: z.string().nullable(),
  breakMinutes: z.int(),
  /** Whether the occasion differs in people, times or leader from the one that was reported, or is cancelled. */
  isChanged: z.boolean(),
})

/** A held occasion with the figures of its report to RF-SISU. */
export const StudyOccasion = z.object({
  occasionId: id,
  title: z.string(),
  educationTitle: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  organizerName: z.string().nullable(),
  leaderName: z.string().nullable(),
  /** Minutes of all sessions, before the break. */
  minutes: z.int(),
  /** Break that was entered for the occasion. */
  breakMinutes: z.int(),
  /** Education hours of 45 minutes: as reported, or after the break that was entered. */
  units: z.int(),
  participants: z.int(),
  state: z.enum(studyStates),
  lacks: z.array(z.object({ kind: z.enum(lackKinds), count: z.int(), href: z.string() })),
  report: StudyReport.nullable(),
})
export type StudyOccasion = z.infer<typeof StudyOccasion>

export const NewStudyReports = z.object({
  occasions: z
    .array(z.object({ occasionId: id, breakMinutes: z.int().min(0).max(maxBreakMinutes).default(0) }))
    .min(1)
    .max(maxOccasionsInFile)
    .refine((list) => new Set(list.map(({ occasionId }) => occasionId)).size === list.length),
})
export type NewStudyReports = z.infer<typeof NewStudyReports>

/** Whole days in the portal's time zone, both inclusive; the last twelve months by default. */
const StudyQuery = z.object({
  from: queryDay.optional(),
  to: queryDay.optional(),
  state: z.enum(studyStates).default('ready'),
  page: queryPage,
  pageSize: queryPageSize.default(25),
})
export type StudyQuery = z.infer<typeof StudyQuery>

const who = 'educatorsUp'

export const studyReportCalls = contract({
  'GET /StudyReports': {
    who,
    cache: 'never',
    query: StudyQuery,
    reply: pageSchema(StudyOccasion).extend({
      /** Occasions of the period in each state. */
      counts: z.object({ ready: z.int(), lacking: z.int(), reported: z.int() }),
    }),
    summary: 'Lists held occasions that the caller may report to RF-SISU, by state, newest first.',
  },
  'GET /StudyReports/Occasions/:id': {
    who,
    cache: 'never',
    reply: StudyOccasion.nullable(),
    summary:
      'Returns what an occasion lacks before its report; null when it is not held, or not the caller’s to report.',
  },
  'POST /StudyReports': {
    who,
    body: NewStudyReports,
    reply: z.object({ fileKey: FileKey }),
    repeatable: true,
    summary: 'Marks ready occasions as reported to RF-SISU, all or none, and returns the key of their file.',
  },
  'GET /StudyReports/Files/:fileKey': {
    who,
    params: z.object({ fileKey: FileKey }),
    cache: 'never',
    summary: 'Downloads the reports of one file that stand and that the caller may make, as an Excel file.',
  },
  'POST /StudyReports/:id/Undo': {
    who,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: noContent,
    repeatable: true,
    summary: 'Undoes a report with a reason; the occasion can be reported again. Repeating it changes nothing.',
  },
})
