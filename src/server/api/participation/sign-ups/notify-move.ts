import type { Ctx } from '#api/context.ts'
import type { TimeAndPlace } from '#api/foundation/notices/where-and-when.ts'
import { createSeatNotifications, parseNotifiedChild } from '#api/participation/results/child-notifications.ts'
import { placePath } from '#api/participation/results/place-path.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import type { Statement } from '#platform/database.ts'
import type { ResultToChange } from './result-to-change.ts'

/** The seat that a sign-up is moved to; `from` and `to` are the ids of the occasions. */
interface SeatMove {
  title: string
  educationId: number | null
  from: number
  to: number
  /** Time and place of the new date. */
  at: TimeAndPlace
}

/**
 * Returns the statements that notify the holder of a seat, and the guardians of a child, of its new date. The calendar
 * file of the holder's mail removes the old date and adds the new one.
 */
export const notifyMove = (
  ctx: Ctx,
  kind: 'signUpMoved' | 'signUpConfirmed',
  row: ResultToChange,
  { title, educationId, from, to, at }: SeatMove,
): Statement[] =>
  createSeatNotifications(
    {
      kind,
      recipient: { userId: row.result.userId, ...row.person },
      title,
      path: placePath(educationId, { kind: 'occasion', id: to }),
      place: { kind: 'occasion', id: to },
      at,
    },
    parseNotifiedChild(row.notified),
  ).flatMap(({ recipient, path, child }) =>
    writeNotification(ctx, kind, recipient, {
      path,
      facts: { titles: [title], places: [at] },
      child: child?.name,
      // A guardian has no seat, and gets no calendar file.
      invitesTo: child ? [] : [from, to].map((id) => ({ kind: 'occasion', id })),
    }),
  )
