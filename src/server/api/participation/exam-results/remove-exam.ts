import { getManagedExam } from '#api/catalogue/exams/save-exam.ts'
import { removeExam } from '#api/catalogue/exams/write-storage.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { cancelExamResults } from '#api/participation/results/write-storage.ts'

/**
 * Removes a practical driver exam that the caller manages, with an audit entry; does nothing when it is cancelled. Open
 * sign-ups to it are cancelled and a job notifies their drivers; an exam that has ever had sign-ups stays as a
 * cancelled one. The commit fails as `exam_has_results` when a driver has been examined.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getManagedExam` does.
 */
export async function removeDriverExam(ctx: Ctx, id: number): Promise<undefined> {
  const exam = await getManagedExam(ctx, id)
  if (exam.canceled) return
  const { educationPartId, startDate, city, bookedCount } = exam
  await ctx.db.commit([
    cancelExamResults(ctx, id),
    ...removeExam(ctx.db, id, ctx.now),
    recordAudit(
      ctx,
      'driverExam.removed',
      { type: 'driverExam', id },
      { educationPartId, startDate, city, bookedCount },
    ),
    queueJob(
      ctx,
      'results.tellDrivers',
      { examId: id, news: 'examCanceled', at: ctx.now },
      { key: `exam ${id} canceled` },
    ),
  ])
}
