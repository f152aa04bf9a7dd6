import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { JobProgress } from '#api/office/job-list/contract.ts'
import { id, instant, listOf, queryDay, queryId } from '#api/wire.ts'
import { fileReports, periodReports } from './rules.ts'

/** What a report is about; empty lists do not narrow, and without days it is the last twelve months. */
export const ReportQuery = z.object({
  /** A part of the education’s title, or the beginning of its code. */
  searchString: z.string().trim().max(200).default(''),
  categoryIds: listOf(queryId),
  educationRoleIds: listOf(queryId),
  /** The whole of the day, whatever time is named: addresses name one second past midnight. */
  startDate: queryDay.optional(),
  endDate: queryDay.optional(),
  /** With everything below them. */
  organizationIds: listOf(queryId),
})
export type ReportQuery = z.infer<typeof ReportQuery>

const ids = z.array(id).max(50).default([])

/** The same question, for a report that is made in the background. */
export const WantedReport = ReportQuery.extend({
  report: z.enum(periodReports),
  categoryIds: ids,
  educationRoleIds: ids,
  organizationIds: ids,
})
export type WantedReport = z.infer<typeof WantedReport>

/** What people did and answered in a digital part's course. */
export const WantedAnswers = z.object({ report: z.literal('CourseAnswers'), educationPartId: id })
export type WantedAnswers = z.infer<typeof WantedAnswers>

/** A report of one's own that is being made, or was. */
export const ReportFile = JobProgress.pick({ id: true, state: true, done: true, total: true }).extend({
  report: z.enum(fileReports),
  fileName: z.string(),
  created: instant,
  /** When it is thrown away. */
  expires: instant,
})
export type ReportFile = z.infer<typeof ReportFile>

const report = { query: ReportQuery, cache: 'never' } as const

export const reports = contract({
  'GET /reports/exportParticipants/:id': {
    who: 'educatorsUp',
    query: z.object({ type: z.enum(['0', '2']).default('0') }),
    cache: 'never',
    summary: 'Who is on an occasion, as an Excel file; with type=2 the id is a practical driver examination’s.',
  },
  'GET /reports/SignedUpAndCompleted': {
    who: 'educatorsUp',
    ...report,
    summary: 'Everybody who has signed up or completed in the period, part by part, as an Excel file.',
  },
  'GET /reports/Summary': {
    who: 'educatorsUp',
    ...report,
    summary: 'Education by education what has happened in the period, in numbers, as an Excel file.',
  },
  'GET /reports/EducationHours': {
    who: 'educatorsUp',
    ...report,
    summary: 'Hours of completed education by education and club, as an Excel file.',
  },
  'GET /reports/ManualInvoicing': {
    who: 'superadministrators',
    ...report,
    summary:
      'Sign-ups of the period that an organisation is to be invoiced for, late cancellations among them, as an Excel file.',
  },
  'GET /reports/CourseAnswers/:id': {
    who: 'educatorsUp',
    cache: 'never',
    summary:
      'What people did in a digital part’s course, of those whose results the caller may see, as an Excel file: learners, their answers, and the questions.',
  },
  'POST /reports/files': {
    who: 'educatorsUp',
    body: z.discriminatedUnion('report', [WantedReport, WantedAnswers]),
    reply: z.object({ id: z.string() }),
    repeatable: true,
    summary: 'Has a report made in the background; its owner is told when it is ready.',
  },
  'GET /reports/files': {
    who: 'educatorsUp',
    reply: z.array(ReportFile),
    cache: 'never',
    summary: 'The own reports that were made in the background, or are being made, of the last week.',
  },
  'GET /reports/files/:id': {
    who: 'educatorsUp',
    params: z.object({ id: z.string().regex(/^[\w-]{1,60}$/) }),
    cache: 'never',
    summary: 'A report that was made in the background, as an Excel file, for its owner alone.',
  },
})
