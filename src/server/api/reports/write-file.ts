import { translator } from '#locales/translate.ts'
import { fileInParts } from '#platform/file-in-parts.ts'
import { type Portions, spreadsheetType, writeSpreadsheet } from '#platform/spreadsheet.ts'
import type { Language } from '../actor.ts'
import { findActor } from '../authentication/storage.ts'
import type { Ctx } from '../context.ts'
import type { JobHandler, Made } from '../jobs/run.ts'
import { type Job, markProgress } from '../jobs/storage.ts'
import { notify, wasNotified } from '../notices/storage.ts'
import { mayHave } from './access.ts'
import type { ReportQuery } from './contract.ts'
import { countReportRows } from './list-rows.ts'
import { type PeriodReport, pathOfFile, reportFileKey } from './rules.ts'
import { reportSheet } from './write-report.ts'

export interface Wanted {
  report: PeriodReport
  query: ReportQuery
  language: Language
  fileName: string
}

/** Tells with each portion how far it has come; called off, or taken over by another runner, it ends here. */
async function* followed(rows: Portions, { db }: Ctx, job: Job, total: number): Portions {
  let done = 0
  for await (const portion of rows) {
    yield portion
    done += portion.length
    const isStillMine = await markProgress(db, job, { done, total: Math.max(total, done) })
    if (!isStillMine) throw new Error('somebody else is at it, or it was called off')
  }
}

async function writeFile(ctx: Ctx, { report, query }: Wanted, job: Job): Promise<void> {
  const total = await countReportRows(ctx, report, query)
  const sheet = reportSheet(ctx, report, query, translator(ctx.language, 'reports'))
  const file = await fileInParts(ctx.files, reportFileKey(job.id), spreadsheetType)
  try {
    const rows = followed(sheet.rows, ctx, job, total)
    await writeSpreadsheet({ ...sheet, rows }, new WritableStream({ write: (chunk) => file.write(chunk) }))
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
