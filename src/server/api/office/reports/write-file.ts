import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { digitalPart } from '#api/courses/xapi/figures/read-figures.ts'
import type { JobHandler, Made } from '#api/foundation/jobs/run.ts'
import { type Job, markProgress } from '#api/foundation/jobs/storage.ts'
import { notify, wasNotified } from '#api/foundation/notices/storage.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { translator } from '#locales/translate.ts'
import { fileInParts } from '#platform/file-in-parts.ts'
import { mayHave } from './access.ts'
import type { ReportQuery } from './contract.ts'
import { courseAnswerSheets } from './course-answers.ts'
import { countReportRows } from './list-rows.ts'
import { type PeriodReport, pathOfFile, reportFileKey } from './rules.ts'
import { type Portions, type Spreadsheet, spreadsheetType, writeSpreadsheet } from './spreadsheet.ts'
import { reportSheet } from './write-report.ts'

export type Wanted = { language: Language; fileName: string } & (
  | { report: PeriodReport; query: ReportQuery }
  | { report: 'CourseAnswers'; educationPartId: number }
)

/** Its sheets, and how many rows they have; zero where that is only known afterwards. */
async function sheetsOf(ctx: Ctx, wanted: Wanted): Promise<{ sheets: Spreadsheet[]; total: number }> {
  if (wanted.report === 'CourseAnswers')
    return { sheets: courseAnswerSheets(ctx, (await digitalPart(ctx, wanted.educationPartId)).id), total: 0 }
  const { report, query } = wanted
  const sheet = reportSheet(ctx, report, query, translator(ctx.language, 'reports'))
  return { sheets: [sheet], total: await countReportRows(ctx, report, query) }
}

interface Progress {
  done: number
  total: number
}

/** Tells with each portion how far it has come; called off, or taken over by another runner, it ends here. */
async function* followed(rows: Portions, { db }: Ctx, job: Job, progress: Progress): Portions {
  for await (const portion of rows) {
    yield portion
    progress.done += portion.length
    const { done, total } = progress
    const isStillMine = await markProgress(db, job, { done, total: Math.max(total, done) })
    if (!isStillMine) throw new Error('somebody else is at it, or it was called off')
  }
}

async function writeFile(ctx: Ctx, wanted: Wanted, job: Job): Promise<void> {
  const { sheets, total } = await sheetsOf(ctx, wanted)
  const file = await fileInParts(ctx.files, reportFileKey(job.id), spreadsheetType)
  try {
    const progress = { done: 0, total }
    const followedSheets = sheets.map((sheet) => ({ ...sheet, rows: followed(sheet.rows, ctx, job, progress) }))
    await writeSpreadsheet(followedSheets, new WritableStream({ write: (chunk) => file.write(chunk) }))
    await file.close()
  } catch (error) {
    await file.abort().catch(() => undefined)
    throw error
  }
}

/** Makes a report's file, as its owner may see it now. Run again it writes the same file anew, and tells of it once. */
const write = async (ctx: Ctx<null>, wanted: Wanted, job: Job): Promise<Made> => {
  const actor = await findActor(ctx, job.requestedByUserId ?? 0)
  if (!actor || !mayHave(actor, wanted.report)) throw new Error('who asked for it may not have it any more')
  await writeFile({ ...ctx, actor, language: wanted.language }, wanted, job)
  const path = pathOfFile(job.id)
  if (!(await wasNotified(ctx.db, actor.id, 'reportReady', path)))
    await ctx.db.commit([
      notify(ctx, { userId: actor.id, kind: 'reportReady', values: { title: wanted.fileName }, path }),
    ])
  return { result: { fileName: wanted.fileName } }
}

export const handler: JobHandler = write
