import type { Language } from '#api/actor.ts'
import { findExamForJobs } from '#api/catalogue/exams/storage.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { placePath } from '#api/participation/results/place-path.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { listUnnotifiedDrivers } from './driver-notices-storage.ts'

interface ExamNotification {
  examId: number
  news: 'examCanceled' | 'examChanged'
  at: string
}

/** Returns the names of the drivers in one text; empty when all of them have a protected identity. */
const joinNames = (drivers: string, language: Language) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format((JSON.parse(drivers) as string[]).filter(Boolean))

/** Notifies the drivers and guardians of a cancelled or changed exam, 40 per run, each once. */
const notifyDrivers = async (ctx: Ctx<null>, notification: ExamNotification): Promise<JobContinuation | undefined> => {
  const exam = await findExamForJobs(ctx.db, notification.examId)
  // An exam without drivers was deleted.
  const recipients = exam ? await listUnnotifiedDrivers(ctx.db, notification) : []
  if (!exam || recipients.length === 0) return
  const path = placePath(exam.educationId, { kind: 'exam', id: notification.examId })
  await ctx.db.commit(
    recipients.flatMap((recipient) =>
      writeNotification(ctx, notification.news, recipient, {
        path,
        child: recipient.drives === 1 ? undefined : joinNames(recipient.drivers, recipient.language ?? ctx.language),
        facts: { titles: [exam.title ?? exam.partTitle], places: [exam] },
        // A guardian has no seat, and gets no calendar file.
        invitesTo: recipient.drives === 1 ? [{ kind: 'exam', id: notification.examId }] : [],
      }),
    ),
  )
  return { rest: { ...notification } }
}

/**
 * Handler of the job that notifies the drivers of a cancelled or changed exam and their guardians at it. Its payload
 * has the exam's id, the kind of news and the moment of the change; a run notifies 40, each once, and asks for another
 * run until nobody is left.
 */
export const handler: JobHandler = notifyDrivers
