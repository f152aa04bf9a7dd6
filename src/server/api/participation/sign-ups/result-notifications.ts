import type { Ctx } from '#api/context.ts'
import type { Notification } from '#api/participation/results/group-notifications.ts'
import type { NotificationKind } from '#api/participation/results/write-notification.ts'
import { createConfirmation, createWithdrawalConfirmation } from './confirmations.ts'
import type { ResultToChange } from './result-to-change.ts'

const occasionOf = ({ result }: ResultToChange) =>
  result.occasionId === null ? null : { kind: 'occasion' as const, id: result.occasionId }

const personOf = ({ result, person }: ResultToChange) => ({ userId: result.userId, ...person })

/** Creates the notification of an organiser's decision. An approved part carries no calendar file. */
export function createDecisionNotification(row: ResultToChange, news: NotificationKind): Notification {
  const { educationId } = row.result
  const path = educationId ? `/education/${educationId}` : '/profile'
  const place = news === 'partApproved' ? null : occasionOf(row)
  return { kind: news, recipient: personOf(row), title: row.partTitle, path, place, when: '' }
}

/** Creates the confirmation of a seat taken or given up; none for a part without an occasion. */
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
    ? createConfirmation(ctx, personOf(row), seat)
    : [createWithdrawalConfirmation(ctx, personOf(row), seat)]
}
