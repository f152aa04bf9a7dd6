import type { Ctx } from '#api/context.ts'
import { createSeatNotifications, parseNotifiedChild } from '#api/participation/results/child-notifications.ts'
import { groupNotifications } from '#api/participation/results/group-notifications.ts'
import type { NotificationKind } from '#api/participation/results/write-notification.ts'
import {
  createConfirmation,
  createWithdrawalConfirmation,
  type SeatDetails,
  type SeatHolder,
} from '#api/participation/sign-ups/confirmations.ts'
import type { Statement } from '#platform/database.ts'
import type { ExamResultRow } from './storage.ts'

function toRecipient({ person }: ExamResultRow) {
  const { id: userId, firstName, email, language } = person
  return { userId, firstName, email, language }
}

const toHolder = (row: ExamResultRow): SeatHolder => ({
  recipient: toRecipient(row),
  child: parseNotifiedChild(row.notified),
})

const toSeatDetails = ({ exam, part }: ExamResultRow): SeatDetails => ({
  ...exam,
  place: { kind: 'exam', id: exam.id },
  title: exam.title ?? part.title,
})

/**
 * Returns the statements that notify a driver, and a child's guardians, by notice and mail of a decision by the
 * examiner or organiser. `kind` is the decision. `title` is that of the exam or part in the text.
 */
export function notifyDecision(
  ctx: Ctx,
  row: ExamResultRow,
  { kind, title }: { kind: NotificationKind; title: string },
): Statement[] {
  const { recipient, child } = toHolder(row)
  const { place, educationId, ...seat } = toSeatDetails(row)
  const at = { ...seat, startDate: seat.startsAt }
  const path = `/education/${educationId}`
  const stepResultId = kind === 'partApproved' ? row.result.id : undefined
  return groupNotifications(
    ctx,
    createSeatNotifications({ kind, recipient, title, path, place, at, stepResultId }, child),
  )
}

/**
 * Returns the statements that notify a driver whom an organiser removed from an exam, and a child's guardians, by
 * notice and mail. A sign-up that waited for approval is refused, another one cancelled.
 */
export const notifyRemovedDriver = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  notifyDecision(ctx, row, {
    kind: row.result.signedUpAt === null ? 'signUpRefused' : 'signUpCanceled',
    title: toSeatDetails(row).title,
  })

/**
 * Returns the statements that confirm to a driver, and a child's guardians, that the driver's own sign-up for an exam
 * is withdrawn. They get a mail, and a notice unless they did it themselves.
 */
export const notifyWithdrawal = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  groupNotifications(ctx, createWithdrawalConfirmation(toHolder(row), toSeatDetails(row)))

/**
 * Returns the statements that notify the driver, and a child's guardians, that the seat is confirmed; they do not
 * change the sign-up. None when the exam has ended.
 */
export const notifyConfirmation = (ctx: Ctx, row: ExamResultRow): Statement[] =>
  groupNotifications(ctx, createConfirmation(ctx, toHolder(row), toSeatDetails(row)))
