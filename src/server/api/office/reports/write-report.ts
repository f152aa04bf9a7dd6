import type { Ctx } from '#api/context.ts'
import { digitalPart } from '#api/courses/xapi/figures/read-figures.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { disposition } from '#api/foundation/files/rules.ts'
import { periodOf } from '#api/office/participations/rules.ts'
import { type Translate, translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import type { ReportQuery } from './contract.ts'
import { courseAnswerSheets } from './course-answers.ts'
import { participantsSheet } from './export-participants.ts'
import { periodReport } from './list-rows.ts'
import type { Place } from './participants-storage.ts'
import {
  courseAnswersFileName,
  type FileReport,
  type PeriodReport,
  participantsFileName,
  reportFileName,
} from './rules.ts'
import { type Spreadsheet, spreadsheetType, writeSpreadsheet } from './spreadsheet.ts'

/** The filters of a report for the audit log; empty lists narrow nothing and are left out. */
type About =
  | (Partial<ReportQuery> & { inBackground?: boolean })
  | { educationPartId: number; inBackground?: boolean }
  | { occasionId: number }
  | { examId: number }

const isSaid = (value: unknown) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** The audit entry of a report; committed before anything is handed out. */
export function recordReport(ctx: Ctx, report: FileReport | 'exportParticipants', about: About): Statement {
  const data: About = Object.fromEntries(Object.entries(about).filter(([, value]) => isSaid(value)))
  return recordAudit(ctx, 'report.exported', { type: 'report', id: report }, data)
}

/** The file is written as fast as it is read, and never lies in memory as a whole. */
function download(ctx: Ctx, fileName: string, spreadsheet: Spreadsheet | readonly Spreadsheet[]): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const out = writable.getWriter()
  const writing = writeSpreadsheet(spreadsheet, new WritableStream({ write: (chunk) => out.write(chunk) }))
  // Whoever leaves ends it. Rows that cannot be read break the download off, so that it does not look whole.
  writing
    .then(() => out.close())
    .catch((error: unknown) => {
      ctx.log.warn('reports.broken', { fileName, error: String(error) })
      return out.abort(error).catch(() => undefined)
    })
  return new Response(readable, {
    headers: {
      'content-type': spreadsheetType,
      'content-disposition': disposition(fileName, false),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}

/** A report of a period as a spreadsheet that reads its rows while it is written. */
export function reportSheet(ctx: Ctx, report: PeriodReport, query: ReportQuery, t: Translate): Spreadsheet {
  const { columns, rows } = periodReport[report]
  return {
    sheet: t(`report.${report}`),
    columns: columns.map(({ name, ...column }) => ({ ...column, title: t(`column.${name}`) })),
    rows: rows({ ctx, query, t }),
  }
}

export async function downloadReport(ctx: Ctx, report: PeriodReport, query: ReportQuery): Promise<Response> {
  const period = periodOf(query, ctx.now)
  await ctx.db.commit([recordReport(ctx, report, { ...query, startDate: period.fromOn, endDate: period.untilOn })])
  return download(
    ctx,
    reportFileName(report, period),
    reportSheet(ctx, report, query, translator(ctx.language, 'reports')),
  )
}

/** What people did and answered in a digital part's course. */
export async function downloadCourseAnswers(ctx: Ctx, educationPartId: number): Promise<Response> {
  await digitalPart(ctx, educationPartId)
  await ctx.db.commit([recordReport(ctx, 'CourseAnswers', { educationPartId })])
  return download(ctx, courseAnswersFileName(educationPartId), courseAnswerSheets(ctx, educationPartId))
}

async function* once<Row>(rows: Row[]) {
  yield rows
}

export async function downloadParticipants(ctx: Ctx, place: Place): Promise<Response> {
  const t = translator(ctx.language, 'reports')
  const { columns, rows } = await participantsSheet(ctx, place, t)
  const about = place.kind === 'occasion' ? { occasionId: place.id } : { examId: place.id }
  await ctx.db.commit([recordReport(ctx, 'exportParticipants', about)])
  return download(ctx, participantsFileName(place.id), { sheet: t('report.participants'), columns, rows: once(rows) })
}
