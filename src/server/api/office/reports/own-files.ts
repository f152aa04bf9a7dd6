import { addDays, subDays } from 'date-fns'
import type { SQL } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { digitalPart } from '#api/courses/xapi/figures/read-figures.ts'
import { contentDisposition } from '#api/foundation/files/rules.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { type Job, listJobsByUser, startJob } from '#api/foundation/jobs/storage.ts'
import { findJob } from '#api/office/job-list/storage.ts'
import { toPeriod } from '#api/office/participations/rules.ts'
import { Refused } from '#api/refusals.ts'
import { sha256 } from '#platform/digest.ts'
import { unchecked } from '../../../../unchecked.ts'
import { canReadReport } from './access.ts'
import type { CourseAnswersRequest, PeriodReportRequest, ReportFile } from './contract.ts'
import { courseAnswersFileName, fileRetentionDays, reportFileKey, reportFileName } from './rules.ts'
import { spreadsheetContentType } from './spreadsheet.ts'
import type { ReportFileJob } from './write-file.ts'
import { recordReport } from './write-report.ts'

const kind = 'reports.write'

type ReportRequest = PeriodReportRequest | CourseAnswersRequest

/** Converts a request to the payload of the job: query with fixed days, language and file name. */
async function toPayload(ctx: Ctx, request: ReportRequest): Promise<ReportFileJob> {
  const { language } = ctx
  if (request.report === 'CourseAnswers') {
    const { educationPartId } = request
    await digitalPart(ctx, educationPartId)
    return { ...request, language, fileName: courseAnswersFileName(educationPartId) }
  }
  const { report, ...rest } = request
  const period = toPeriod(rest, ctx.now)
  // Fixed days, so that the report covers the requested period even when the job runs later.
  const query = { ...rest, startDate: period.fromOn, endDate: period.untilOn }
  return { report, query, language, fileName: reportFileName(report, period) }
}

/**
 * Starts the job that writes a report of the caller's scope to a file, and returns the job's id. The same request of
 * the caller returns the same job until it is finished. Each job has an audit entry. The days of the report are
 * fixed now.
 *
 * @throws Refused('not_allowed') when the caller may not read the report.
 * @throws Refused('not_found') or Refused('part_not_digital') when the caller may not see the part of the report, or it
 * is not digital.
 */
export async function startReportFile(ctx: Ctx, request: ReportRequest): Promise<{ id: string }> {
  if (!canReadReport(ctx.actor, request.report)) throw new Refused('not_allowed')
  const jobPayload = await toPayload(ctx, request)
  const key = `${kind}:${ctx.actor.id}:${await sha256(JSON.stringify(jobPayload))}`
  const about = 'query' in jobPayload ? jobPayload.query : { educationPartId: jobPayload.educationPartId }
  const audit = (isNew: SQL) => recordReport(ctx, request.report, { ...about, inBackground: true }, isNew)
  return { id: await startJob(ctx, kind, { ...jobPayload }, { key, audit }) }
}

/** Returns the payload of a job. Only `startReportFile` writes it, with this type; the column is JSON for every job. */
const payloadOf = ({ payload }: Job) => unchecked<ReportFileJob>(payload)

const toReportFile = (job: Job): ReportFile => ({
  id: job.id,
  report: payloadOf(job).report,
  fileName: payloadOf(job).fileName,
  state: job.state,
  done: job.progressDone,
  total: job.progressTotal,
  created: job.createdAt,
  expires: addDays(job.createdAt, fileRetentionDays),
})

/**
 * Lists the caller's 20 latest jobs of report files from the last seven days, latest first, unfinished and failed ones
 * too.
 */
export async function listReportFiles(ctx: Ctx): Promise<ReportFile[]> {
  const since = subDays(ctx.now, fileRetentionDays)
  return (await listJobsByUser(ctx.db, { userId: ctx.actor.id, kind, since, limit: 20 })).map(toReportFile)
}

/**
 * Responds with a finished report file as an Excel download, to the person who requested it. Records nothing: its start
 * was recorded.
 * @throws Refused('not_found') when the file is not ready, not the caller's, removed by now, or the caller may no
 * longer read the report.
 */
export async function downloadReportFile(ctx: Ctx, id: string): Promise<Response> {
  const job = await findJob(ctx.db, id)
  const isOwn = job?.kind === kind && job.requestedByUserId === ctx.actor.id && job.state === jobStates.succeeded
  const object = isOwn ? await ctx.files.get(reportFileKey(id)) : null
  if (!job || !object || !canReadReport(ctx.actor, payloadOf(job).report)) throw new Refused('not_found')
  return new Response(object.body, {
    headers: {
      'content-type': spreadsheetContentType,
      'content-length': String(object.size),
      'content-disposition': contentDisposition(payloadOf(job).fileName, false),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
