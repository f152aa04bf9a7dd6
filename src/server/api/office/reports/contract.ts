import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { JobProgress } from '#api/office/job-list/contract.ts'
import { id, instant, queryDay, queryId, queryList } from '#api/wire.ts'
import { fileReports, periodReports } from './rules.ts'

/** Filter of a report. Empty lists do not filter; the period defaults to the last twelve months. */
export const ReportQuery = z.object({
  /** Part of the education’s title, or beginning of its code. */
  searchString: z.string().trim().max(200).default(''),
  categoryIds: queryList(queryId),
  educationRoleIds: queryList(queryId),
  /** First and last day, both inclusive. A time of day is ignored: existing URLs contain 00:00:01. */
  startDate: queryDay.optional(),
  endDate: queryDay.optional(),
  /** Includes organisations below these. */
  organizationIds: queryList(queryId),
})
export type ReportQuery = z.infer<typeof ReportQuery>

const ids = z.array(id).max(50).default([])

/** Request for a report of a period that a job writes. */
export const PeriodReportRequest = ReportQuery.extend({
  report: z.enum(periodReports),
  categoryIds: ids,
  educationRoleIds: ids,
  organizationIds: ids,
})
export type PeriodReportRequest = z.infer<typeof PeriodReportRequest>

/** Request for a report of people's progress and answers in the course of a digital part. */
export const CourseAnswersRequest = z.object({ report: z.literal('CourseAnswers'), educationPartId: id })
export type CourseAnswersRequest = z.infer<typeof CourseAnswersRequest>

/** A report file of the caller, finished or in progress. */
export const ReportFile = JobProgress.pick({ id: true, state: true, done: true, total: true }).extend({
  report: z.enum(fileReports),
  fileName: z.string(),
  created: instant,
  /** Time at which the file is deleted. */
  expires: instant,
})
export type ReportFile = z.infer<typeof ReportFile>

const reportCall = { query: ReportQuery, cache: 'never' } as const

export const reports = contract({
  'GET /reports/exportParticipants/:id': {
    who: 'educatorsUp',
    query: z.object({ type: z.enum(['0', '2']).default('0') }),
    cache: 'never',
    summary:
      'Exports the participants of an occasion as an Excel file; with type=2 the id is a practical driver examination’s.',
  },
  'GET /reports/SignedUpAndCompleted': {
    who: 'educatorsUp',
    ...reportCall,
    summary: 'Exports the people who signed up or completed in the period, by part, as an Excel file.',
  },
  'GET /reports/Summary': {
    who: 'educatorsUp',
    ...reportCall,
    summary: 'Exports the figures of each education in the period as an Excel file.',
  },
  'GET /reports/EducationHours': {
    who: 'educatorsUp',
    ...reportCall,
    summary: 'Exports the hours of completed education by education and club as an Excel file.',
  },
  'GET /reports/ManualInvoicing': {
    who: 'superadministrators',
    ...reportCall,
    summary:
      'Exports the sign-ups of the period to invoice to organisations, including late cancellations, as an Excel file.',
  },
  'GET /reports/CourseAnswers/:id': {
    who: 'educatorsUp',
    cache: 'never',
    summary:
      'Exports the learners, answers and questions of a digital part’s course, limited to results that the caller may see, as an Excel file.',
  },
  'POST /reports/files': {
    who: 'educatorsUp',
    body: z.discriminatedUnion('report', [PeriodReportRequest, CourseAnswersRequest]),
    reply: z.object({ id: z.string() }),
    repeatable: true,
    summary: 'Starts a report in the background; its owner is notified when it is ready.',
  },
  'GET /reports/files': {
    who: 'educatorsUp',
    reply: z.array(ReportFile),
    cache: 'never',
    summary: 'Lists the caller’s background reports of the last week, including unfinished ones.',
  },
  'GET /reports/files/:id': {
    who: 'educatorsUp',
    params: z.object({ id: z.string().regex(/^[\w-]{1,60}$/) }),
    cache: 'never',
    summary: 'Downloads a background report as an Excel file, for its owner only.',
  },
})
