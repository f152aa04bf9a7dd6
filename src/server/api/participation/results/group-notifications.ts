import type { Visitor } from '#api/context.ts'
import type { TimeAndPlace } from '#api/foundation/notices/where-and-when.ts'
import type { Place } from '#api/place.ts'
import type { Statement } from '#platform/database.ts'
import { type NotificationKind, type Recipient, writeNotification } from './write-notification.ts'

/** A notification about one occasion or exam, which may share an e-mail with others to the same person. */
export interface Notification {
  kind: NotificationKind
  recipient: Recipient
  title: string
  path: string
  place: Place | null
  /** Time and place; null for a part without dates. */
  at: TimeAndPlace | null
  /** The child that a guardian reads about; null when the recipient has the seat. */
  child: { id: number; name: string } | null
  /** Part result whose next step the mail names; absent for none. */
  stepResultId?: number | undefined
}

/**
 * Returns the key of the e-mail that a notification belongs to: by kind, recipient and child, or its own when it has no
 * occasion or exam.
 */
const mailKey = ({ kind: news, recipient, place, child }: Notification, index: number) =>
  place ? `${news} ${recipient.userId} ${child?.id ?? ''}` : String(index)

/**
 * Groups notifications by kind, recipient and child, and returns the statements that write one e-mail and one notice
 * for each group.
 *
 * Groups are in the order of their first notification. Texts have all titles, times and places of the group; the link
 * (`path`) and the next step (`stepResultId`) are those of the first notification only. Notifications without an
 * occasion or exam stay alone. As in `writeNotification`, there is no e-mail without an e-mail address, and no notice
 * of one's own sign-up or withdrawal. Guardians get no calendar file.
 */
export function groupNotifications(ctx: Visitor, notifications: readonly Notification[]): Statement[] {
  const groups = Map.groupBy(
    notifications.map((notification, index) => ({ notification, key: mailKey(notification, index) })),
    ({ key }) => key,
  )
  return [...groups.values()].flatMap((group) => {
    const all = group.map(({ notification }) => notification)
    const [first] = all
    if (!first) return []
    const { kind: news, recipient, path, child, stepResultId } = first
    return writeNotification(ctx, news, recipient, {
      path,
      facts: { titles: all.map(({ title }) => title), places: all.flatMap(({ at }) => at ?? []) },
      // A guardian has no seat, and gets no calendar file.
      invitesTo: child ? [] : all.flatMap(({ place }) => place ?? []),
      child: child?.name,
      stepResultId,
    })
  })
}
