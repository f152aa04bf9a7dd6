import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import type { Place } from '#api/place.ts'
import type { Statement } from '#platform/database.ts'

/**
 * The notifications that a learner gets, each a notice and a mail. The name is the kind of the notice and the key of
 * its text in `mails.json`.
 */
export type NotificationKind =
  | 'signUpConfirmed'
  | 'signUpWithdrawn'
  | 'signUpApproved'
  | 'signUpRefused'
  | 'signUpCanceled'
  | 'signUpMoved'
  | 'partApproved'
  | 'educationCompleted'
  | 'occasionCanceled'
  | 'occasionChanged'
  | 'meetingLinkChanged'
  | 'occasionSoon'
  | 'examCanceled'
  | 'examChanged'
  | 'examFailed'
  | 'guardianAssigned'
  | 'paymentReceived'
  | 'paymentPlaceLost'
  | 'paymentRefunded'

/** The person that a notification is for, with the address and the language of the mail. */
export interface Recipient {
  userId: number
  firstName: string
  email: string | null
  language: Language | null
}

interface NotificationContent {
  title: string
  path: string
  /** Further placeholders of the mail's text. */
  values?: Record<string, string>
  /** Occasions and exams that the mail's calendar file adds to the reader's calendar, or removes from it. */
  invitesTo?: readonly Place[]
}

/** Notifications whose mail carries a calendar file. */
const withCalendarFile: ReadonlySet<NotificationKind> = new Set([
  ...(['signUpConfirmed', 'signUpWithdrawn', 'signUpApproved', 'signUpRefused', 'signUpCanceled'] as const),
  ...(['signUpMoved', 'occasionCanceled', 'occasionChanged', 'meetingLinkChanged', 'occasionSoon'] as const),
  ...(['examCanceled', 'examChanged'] as const),
])

/** Notifications of an action that the reader may have taken. */
const ofOwnActions: ReadonlySet<NotificationKind> = new Set(['signUpConfirmed', 'signUpWithdrawn'])

/**
 * Returns the statements that write a notice and a mail to one person. A person who took the action gets the mail only.
 */
export function writeNotification(
  ctx: Visitor,
  news: NotificationKind,
  recipient: Recipient,
  content: NotificationContent,
): Statement[] {
  const { userId, firstName, email, language } = recipient
  const { title, path, invitesTo = [] } = content
  const values = { ...content.values, name: firstName, title, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  const mail = { userId, language, name: news, values, ...(withCalendarFile.has(news) && { invitesTo }) }
  return [
    ...(ofOwnActions.has(news) && userId === ctx.actor?.id
      ? []
      : [notify(ctx, { userId, kind: news, values: { title }, path })]),
    ...(email ? writeMail(ctx, { recipient: email, ...mail }) : []),
  ]
}
