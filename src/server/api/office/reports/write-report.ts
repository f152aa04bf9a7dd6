import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { digitalPart } from '#api/courses/xapi/figures/read-figures.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { contentDisposition } from '#api/foundation/files/rules.ts'
import { toPeriod } from '#api/office/participations/rules.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import type { ReportQuery } from './contract.ts'
import { buildCourseAnswerSheets } from './course-answers.ts'
import { buildParticipantsSheet } from './export-participants.ts'
import { reportDefinitions } from './list-rows.ts'
import type { Place } from './participants-storage.ts'
import { courseAnswersFileName, type FileReport, type PeriodReport, reportFileName } from './rules.ts'
import { type Spreadsheet, spreadsheetContentType, writeSpreadsheet } from './spreadsheet.ts'

/** Filters of a report for the audit log; empty filters are omitted. */
type ReportFilters =
  | (Partial<ReportQuery> & { inBackground?: boolean })
  | { educationPartId: number; inBackground?: boolean }
  | { occasionId: number }
  | { examId: number }

const isPresent = (value: unknown) =>
  value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0)

/**
 * Returns the statement that records in the audit log that the caller exports a report, with its filters that are set;
 * it must be committed before any data is sent. With a `condition` it records only when that holds.
 */
export function recordReport(
  ctx: Ctx,
  report: FileReport | 'exportParticipants',
  filters: ReportFilters,
  condition: SQL = sql`true`,
): Statement {
  const data: ReportFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => isPresent(value)))
  return recordAuditWhen(ctx, condition, 'report.exported', { type: 'report', id: report }, data)
}

/**
 * Returns a response that streams an Excel file as a download named `fileName` (with its extension), while its rows are
 * read. It is never in memory as a whole. An error while reading is logged and aborts the download. Writes no audit
 * entry.
 */
export function streamSpreadsheet(
  ctx: Ctx,
  fileName: string,
  spreadsheet: Spreadsheet | readonly Spreadsheet[],
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const writing = writeSpreadsheet(spreadsheet, new WritableStream({ write: (chunk) => writer.write(chunk) }))
  // A cancelled download stops the writing. A read error aborts the download, so that the file does not look complete.
  writing
    .then(() => writer.close())
    .catch((error: unknown) => {
      ctx.log.warn('reports.broken', { fileName, error: String(error) })
      return writer.abort(error).catch(() => undefined)
    })
  return new Response(readable, {
    headers: {
      'content-type': spreadsheetContentType,
      'content-disposition': contentDisposition(fileName, false),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}

/**
 * Builds the Excel sheet of a report of a period, within the caller's scope, with headers by `t`; its rows are read
 * only while it is written, and then the reads of minors and protected identities among them are recorded. Checks no
 * right to the report.
 */
export function buildReportSheet(ctx: Ctx, report: PeriodReport, query: ReportQuery, t: Translate): Spreadsheet {
  const { columns, rows } = reportDefinitions[report]
  return {
    sheet: t(`report.${report}`),
    columns: columns.map(({ name, ...column }) => ({ ...column, title: t(`column.${name}`) })),
    rows: rows({ ctx, query, t }),
  }
}

/**
 * Responds with a report of a period as an Excel download, and writes an audit entry first. The rows are limited to the
 * caller's scope; the right to the report is for the caller to check. Without a last day the period ends today, without
 * a first day it begins a year before its end.
 */
export async function downloadReport(ctx: Ctx, report: PeriodReport, query: ReportQuery): Promise<Response> {
  const period = toPeriod(query, ctx.now)
  await ctx.db.commit([recordReport(ctx, report, { ...query, startDate: period.fromOn, endDate: period.untilOn })])
  return streamSpreadsheet(
    ctx,
    reportFileName(report, period),
    buildReportSheet(ctx, report, query, translator(ctx.language, 'reports')),
  )
}

/**
 * Responds with the report of people's progress and answers in the course of a digital part as an Excel download. It
 * writes an audit entry first. The people are those whose results the caller may read; the right to the report is for
 * the caller to check.
 *
 * @throws Refused('not_found') when the caller may not see the part.
 * @throws Refused('part_not_digital') when the part is of another type.
 */
export async function downloadCourseAnswers(ctx: Ctx, educationPartId: number): Promise<Response> {
  await digitalPart(ctx, educationPartId)
  await ctx.db.commit([recordReport(ctx, 'CourseAnswers', { educationPartId })])
  return streamSpreadsheet(ctx, courseAnswersFileName(educationPartId), buildCourseAnswerSheets(ctx, educationPartId))
}

async function* once<Row>(rows: Row[]) {
  yield rows
}

/**
 * Responds with the participants of an occasion or exam as an Excel download, and writes an audit entry first. Records
 * the reads of minors and protected identities. They are at most 5,000, of those whom the caller decides about.
 *
 * @throws Refused('not_found') or Refused('not_allowed') when the caller may not list them.
 */
export async function downloadParticipants(ctx: Ctx, place: Place): Promise<Response> {
  const t = translator(ctx.language, 'reports')
  const { fileName, columns, rows, userIds } = await buildParticipantsSheet(ctx, place, t)
  const filters = place.kind === 'occasion' ? { occasionId: place.id } : { examId: place.id }
  await ctx.db.commit([recordReport(ctx, 'exportParticipants', filters)])
  await recordReadsOfListById(ctx, userIds)
  return streamSpreadsheet(ctx, fileName, { sheet: t('report.participants'), columns, rows: once(rows) })
}
