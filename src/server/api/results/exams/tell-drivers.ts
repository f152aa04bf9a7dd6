import type { Ctx } from '../../context.ts'
import type { DriverExam } from '../../driver-exams/contract.ts'
import { findExamForJobs } from '../../driver-exams/storage.ts'
import type { JobHandler, Rest } from '../../jobs/run.ts'
import { portalZone } from '../../zone.ts'
import { announce } from '../announce.ts'
import { listUntoldDrivers } from './storage.ts'

interface Telling {
  examId: number
  news: 'examCanceled' | 'examChanged'
  at: string
}

/** When and where, for the reader of a mail. */
function whereAndWhen({ startDate, city, venue }: DriverExam, language: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'sv-SE', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: portalZone,
  })
  return [format.format(startDate), venue, city].filter(Boolean).join(', ')
}

/** Tells drivers and those who come along what has become of an examination; whoever has been told is not told again. */
const tellDrivers = async (ctx: Ctx<null>, telling: Telling): Promise<Rest | undefined> => {
  const exam = await findExamForJobs(ctx.db, telling.examId)
  // An examination that nobody was on has left nothing to tell of.
  const untold = exam ? await listUntoldDrivers(ctx.db, telling) : []
  if (!exam || untold.length === 0) return
  const path = `/education/${exam.educationId}?examId=${telling.examId}`
  await ctx.db.commit(
    untold.flatMap((told) =>
      announce(ctx, telling.news, told, {
        title: exam.title ?? exam.partTitle,
        path,
        values: { when: whereAndWhen(exam, told.language ?? ctx.language) },
      }),
    ),
  )
  return { rest: { ...telling } }
}

export const handler: JobHandler = tellDrivers
