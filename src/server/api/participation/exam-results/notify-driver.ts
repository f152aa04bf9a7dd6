import type { Ctx } from '#api/context.ts'
import { groupNotifications } from '#api/participation/results/group-notifications.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import {
  createConfirmation,
  createWithdrawalConfirmation,
  type SeatDetails,
} from '#api/participation/sign-ups/confirmations.ts'
import type { Statement } from '#platform/database.ts'
import type { ExamResultRow } from './storage.ts'

function toRecipient({ person }: ExamResultRow) {
  const { id: userId, firstName, email, language } = person
  return { userId, firstName, email, language }
}

const toSeatDetails = ({ exam, part }: ExamResultRow): SeatDetails => ({
  ...exam,
  place: { kind: 'exam', id: exam.id },
  title: exam.title ?? part.title,
})

/** Returns the statements that notify a driver whom an organiser removed or refused. */
export function notifyRemovedDriver(ctx: Ctx, row: ExamResultRow): Statement[] {
  const { place, title, educationId } = toSeatDetails(row)
  const news = row.result.signedUpAt === null ? 'signUpRefused' : 'signUpCanceled'
  return writeNotification(ctx, news, toRecipient(row), {
    title,
    path: `/education/${educationId}`,
    invitesTo: [place],
  })
}

/** Returns the statements that confirm a withdrawal to the driver. */
export const notifyWithdrawal = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  groupNotifications(ctx, [createWithdrawalConfirmation(ctx, toRecipient(row), toSeatDetails(row))])

/** Returns the statements that confirm the seat of a sign-up that waited for a guardian. */
export const notifyConfirmation = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  groupNotifications(ctx, createConfirmation(ctx, toRecipient(row), toSeatDetails(row)))
