import { addDays, subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { digitalPart } from '#api/courses/xapi/figures/read-figures.ts'
import { disposition } from '#api/foundation/files/rules.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { type Job, listJobsOf, startJob } from '#api/foundation/jobs/storage.ts'
import { findJob } from '#api/office/job-list/storage.ts'
import { periodOf } from '#api/office/participations/rules.ts'
import { Refused } from '#api/refusals.ts'
import { sha256 } from '#platform/digest.ts'
import { unchecked } from '../../../../unchecked.ts'
import { mayHave } from './access.ts'
import type { ReportFile, WantedAnswers, WantedReport } from './contract.ts'
import { courseAnswersFileName, fileDaysKept, reportFileKey, reportFileName } from './rules.ts'
import { spreadsheetType } from './spreadsheet.ts'
import type { Wanted } from './write-file.ts'
import { recordReport } from './write-report.ts'

const kind = 'reports.write'

type Asked = WantedReport | WantedAnswers

/** Returns the file that a request asks for: its query with fixed days, its language and its name. */
async function wantedBy(ctx: Ctx, asked: Asked): Promise<Wanted> {
  const { language } = ctx
  if (asked.report === 'CourseAnswers') {
    const { educationPartId } = asked
    await digitalPart(ctx, educationPartId)
    return { ...asked, language, fileName: courseAnswersFileName(educationPartId) }
  }
  const { report, ...rest } = asked
  const period = periodOf(rest, ctx.now)
  // Whatever day it is made on, it is of the days that were asked for.
  const query = { ...rest, startDate: period.fromOn, endDate: period.untilOn }
  return { report, query, language, fileName: reportFileName(report, period) }
}

/** Has a report made in the background. Pressed twice it is the same one, until that is ready. */
export async function startFile(ctx: Ctx, asked: Asked): Promise<{ id: string }> {
  if (!mayHave(ctx.actor, asked.report)) throw new Refused('not_allowed')
  const wanted = await wantedBy(ctx, asked)
  const key = `${kind}:${ctx.actor.id}:${await sha256(JSON.stringify(wanted))}`
  const about = 'query' in wanted ? wanted.query : { educationPartId: wanted.educationPartId }
  const along = [recordReport(ctx, asked.report, { ...about, inBackground: true })]
  return { id: await startJob(ctx, kind, { ...wanted }, { key, along }) }
}

/** What the job was started with, as this slice wrote it. */
const wantedIn = ({ payload }: Job) => unchecked<Wanted>(payload)

const fileFrom = (job: Job): ReportFile => ({
  id: job.id,
  report: wantedIn(job).report,
  fileName: wantedIn(job).fileName,
  state: job.state,
  done: job.progressDone,
  total: job.progressTotal,
  created: job.createdAt,
  expires: addDays(job.createdAt, fileDaysKept),
})

/** The caller's own, the latest first, for as long as they are kept. */
export async function listFiles(ctx: Ctx): Promise<ReportFile[]> {
  const since = subDays(ctx.now, fileDaysKept)
  return (await listJobsOf(ctx.db, { userId: ctx.actor.id, kind, since, limit: 20 })).map(fileFrom)
}

export async function downloadFile(ctx: Ctx, id: string): Promise<Response> {
  const job = await findJob(ctx.db, id)
  const isOwn = job?.kind === kind && job.requestedByUserId === ctx.actor.id && job.state === jobStates.succeeded
  const object = isOwn ? await ctx.files.get(reportFileKey(id)) : null
  if (!job || !object || !mayHave(ctx.actor, wantedIn(job).report)) throw new Refused('not_found')
  return new Response(object.body, {
    headers: {
      'content-type': spreadsheetType,
      'content-length': String(object.size),
      'content-disposition': disposition(wantedIn(job).fileName, false),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
