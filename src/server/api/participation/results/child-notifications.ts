import type { GuardianRecipient } from '#api/people/guardians/recipients.ts'
import type { Notification } from './group-notifications.ts'
import type { NotificationKind, Recipient } from './write-notification.ts'

/** A child whose guardians get the notifications about its seats too. */
export interface NotifiedChild {
  name: string
  guardians: readonly GuardianRecipient[]
}

/**
 * Parses the JSON text of `notifiedChild`: the name of a child and its guardians to notify. Null for a person without
 * guardians.
 */
export function parseNotifiedChild(stored: string): NotifiedChild | null {
  const child = JSON.parse(stored) as NotifiedChild
  return child.guardians.length === 0 ? null : child
}

const toRecipient = ({ id: userId, firstName, email, language }: GuardianRecipient): Recipient => ({
  userId,
  firstName,
  email,
  language,
})

/** Adds the child to the path, so that the page opens for it. */
const toChildPath = (path: string, childId: number) =>
  path.startsWith('/education/') ? `${path}${path.includes('?') ? '&' : '?'}person=${childId}` : `/profile/${childId}`

interface SeatNotification {
  kind: NotificationKind
  recipient: Recipient
  title: string
  path: string
  place: Notification['place']
  /** Time and place of the seat; null for a part without dates. */
  at: Notification['at']
  /** Part result whose next step the mails name; absent for none. */
  stepResultId?: number | undefined
}

/**
 * Returns a notification about a seat to its holder, followed by one to each guardian of a child; `child` is null for
 * an adult. Those name the child and carry no calendar file. Writes nothing.
 */
export function createSeatNotifications(
  { kind, recipient, title, path, place, at, stepResultId }: SeatNotification,
  child: NotifiedChild | null,
): Notification[] {
  const own = { kind, recipient, title, path, place, at, child: null, stepResultId }
  const guardians = (child?.guardians ?? []).map(
    (guardian): Notification => ({
      kind,
      recipient: toRecipient(guardian),
      title,
      path: toChildPath(path, recipient.userId),
      place,
      at,
      child: { id: recipient.userId, name: child?.name ?? '' },
      stepResultId,
    }),
  )
  return [own, ...guardians]
}
