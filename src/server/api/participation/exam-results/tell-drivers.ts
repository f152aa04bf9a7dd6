import { findExamForJobs } from '#api/catalogue/exams/storage.ts'
import type { Ctx } from '#api/context.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { announce } from '#api/participation/results/announce.ts'
import { whereAndWhen } from '#api/participation/results/where-and-when.ts'
import { listUntoldDrivers } from './storage.ts'

interface Telling {
  examId: number
  news: 'examCanceled' | 'examChanged'
  at: string
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
        // Whoever comes along has no place of their own.
        invitesTo: told.drives === 1 ? [{ kind: 'exam', id: telling.examId }] : [],
        values: { when: whereAndWhen(exam, told.language ?? ctx.language) },
      }),
    ),
  )
  return { rest: { ...telling } }
}

export const handler: JobHandler = tellDrivers
