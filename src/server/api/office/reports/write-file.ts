import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { digitalPart } from '#api/courses/xapi/figures/read-figures.ts'
import { markProgress } from '#api/foundation/jobs/claim-storage.ts'
import type { JobHandler, JobResult } from '#api/foundation/jobs/run.ts'
import type { Job } from '#api/foundation/jobs/storage.ts'
import { hasNotice, notify } from '#api/foundation/notices/storage.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { translator } from '#locales/translate.ts'
import { canReadReport } from './access.ts'
import type { ReportQuery } from './contract.ts'
import { buildCourseAnswerSheets } from './course-answers.ts'
import { countReportRows } from './list-rows.ts'
import { createMultipartFile } from './multipart-file.ts'
import { type PeriodReport, reportFileKey, reportFilePath } from './rules.ts'
import { type RowPortions, type Spreadsheet, spreadsheetContentType, writeSpreadsheet } from './spreadsheet.ts'
import { buildReportSheet } from './write-report.ts'

/** Payload of the job that writes a report file. */
export type ReportFileJob = { language: Language; fileName: string } & (
  | { report: PeriodReport; query: ReportQuery }
  | { report: 'CourseAnswers'; educationPartId: number }
)

/** Builds the sheets of a report and the number of their rows; zero when unknown. */
async function buildSheets(ctx: Ctx, payload: ReportFileJob): Promise<{ sheets: Spreadsheet[]; total: number }> {
  if (payload.report === 'CourseAnswers')
    return { sheets: buildCourseAnswerSheets(ctx, (await digitalPart(ctx, payload.educationPartId)).id), total: 0 }
  const { report, query } = payload
  const sheet = buildReportSheet(ctx, report, query, translator(ctx.language, 'reports'))
  return { sheets: [sheet], total: await countReportRows(ctx, report, query) }
}

interface Progress {
  done: number
  total: number
}

/**
 * Passes rows through and stores the progress after each portion.
 *
 * @throws Error when the job was cancelled or taken over.
 */
async function* withProgress(rows: RowPortions, { db }: Ctx, job: Job, progress: Progress): RowPortions {
  for await (const portion of rows) {
    yield portion
    progress.done += portion.length
    const { done, total } = progress
    const ownsJob = await markProgress(db, job, { done, total: Math.max(total, done) })
    if (!ownsJob) throw new Error('the job was taken over or canceled')
  }
}

async function writeFile(ctx: Ctx, payload: ReportFileJob, job: Job): Promise<void> {
  const { sheets, total } = await buildSheets(ctx, payload)
  const file = await createMultipartFile(ctx.files, reportFileKey(job.id), spreadsheetContentType)
  try {
    const progress = { done: 0, total }
    const sheetsWithProgress = sheets.map((sheet) => ({ ...sheet, rows: withProgress(sheet.rows, ctx, job, progress) }))
    await writeSpreadsheet(sheetsWithProgress, new WritableStream({ write: (chunk) => file.write(chunk) }))
    await file.close()
  } catch (error) {
    await file.abort().catch(() => undefined)
    throw error
  }
}

/** Writes a report file with the rows that its owner may see now, and notifies the owner once. Idempotent. */
const write = async (ctx: Ctx<null>, payload: ReportFileJob, job: Job): Promise<JobResult> => {
  const actor = await findActor(ctx, job.requestedByUserId ?? 0)
  if (!actor || !canReadReport(actor, payload.report)) throw new Error('the owner may no longer read the report')
  await writeFile({ ...ctx, actor, language: payload.language }, payload, job)
  const path = reportFilePath(job.id)
  if (!(await hasNotice(ctx.db, actor.id, 'reportReady', path)))
    await ctx.db.commit([
      notify(ctx, { userId: actor.id, kind: 'reportReady', values: { title: payload.fileName }, path }),
    ])
  return { result: { fileName: payload.fileName } }
}

/**
 * Job that writes a report file with the rows that its owner may see now, and notifies the owner once. Idempotent.
 *
 * @throws Error when the owner may no longer read the report.
 */
export const writeReportFile: JobHandler = write
