import type { Ctx } from '#api/context.ts'
import { createSeatNotifications, parseNotifiedChild } from '#api/participation/results/child-notifications.ts'
import type { Notification } from '#api/participation/results/group-notifications.ts'
import type { NotificationKind } from '#api/participation/results/write-notification.ts'
import { createConfirmation, createWithdrawalConfirmation, type SeatHolder } from './confirmations.ts'
import type { ResultToChange } from './result-to-change.ts'

const occasionOf = ({ result }: ResultToChange) =>
  result.occasionId === null ? null : { kind: 'occasion' as const, id: result.occasionId }

const personOf = ({ result, person }: ResultToChange) => ({ userId: result.userId, ...person })

const holderOf = (row: ResultToChange): SeatHolder => ({
  recipient: personOf(row),
  child: parseNotifiedChild(row.notified),
})

/**
 * Returns the notifications of an organiser's decision about a sign-up or result to the person and a child's guardians.
 * `kind` is the decision; that of an approved part carries no calendar file, and names what comes next. Writes nothing.
 */
export function createDecisionNotifications(row: ResultToChange, kind: NotificationKind): Notification[] {
  const { educationId } = row.result
  const { occasion } = row
  const path = educationId ? `/education/${educationId}` : '/profile'
  const isPassed = kind === 'partApproved'
  const place = isPassed ? null : occasionOf(row)
  const { recipient, child } = holderOf(row)
  const stepResultId = isPassed ? row.result.id : undefined
  const at = occasion && { ...occasion, startDate: occasion.startsAt }
  return createSeatNotifications({ kind, recipient, title: row.partTitle, path, place, at, stepResultId }, child)
}

/**
 * Returns the notifications that confirm a seat taken or given up to the person and a child's guardians, by `news`.
 * Writes nothing. None for a part without an occasion, or for a seat taken on an occasion that has ended.
 */
export function createConfirmationOfChoice(
  ctx: Ctx,
  row: ResultToChange,
  news: 'signUpConfirmed' | 'signUpWithdrawn',
): Notification[] {
  const place = occasionOf(row)
  if (!place || !row.occasion) return []
  const { educationId } = row.result
  const seat = { ...row.occasion, place, educationId, title: row.occasion.title ?? row.partTitle }
  return news === 'signUpConfirmed'
    ? createConfirmation(ctx, holderOf(row), seat)
    : createWithdrawalConfirmation(holderOf(row), seat)
}
