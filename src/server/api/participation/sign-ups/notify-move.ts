import type { Ctx } from '#api/context.ts'
import { createSeatNotifications, parseNotifiedChild } from '#api/participation/results/child-notifications.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import type { Statement } from '#platform/database.ts'
import type { ResultToChange } from './result-to-change.ts'

/** The seat that a sign-up is moved to, with the occasion that it leaves. */
interface SeatMove {
  title: string
  educationId: number | null
  from: number
  to: number
  /** Formats the new time and venue in the recipient's language. */
  whenIn: (language: string) => string
}

/**
 * Returns the statements that notify the holder of a seat, and the guardians of a child, of its new date. The calendar
 * file of the holder's mail removes the old date and adds the new one.
 */
export const notifyMove = (
  ctx: Ctx,
  kind: 'signUpMoved' | 'signUpConfirmed',
  row: ResultToChange,
  { title, educationId, from, to, whenIn }: SeatMove,
): Statement[] =>
  createSeatNotifications(
    ctx,
    {
      kind,
      recipient: { userId: row.result.userId, ...row.person },
      title,
      path: `/education/${educationId ?? ''}?occasionId=${to}`,
      place: { kind: 'occasion', id: to },
      whenIn,
    },
    parseNotifiedChild(row.notified),
  ).flatMap(({ recipient, path, when, child }) =>
    writeNotification(ctx, kind, recipient, {
      title,
      path,
      values: { when },
      child: child?.name,
      // A guardian has no seat, and gets no calendar file.
      invitesTo: child ? [] : [from, to].map((id) => ({ kind: 'occasion', id })),
    }),
  )
