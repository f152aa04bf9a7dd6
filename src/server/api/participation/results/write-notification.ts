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
  | 'seatOffered'
  | 'seatOfferLapsed'
  | 'waitingEnded'
  | 'datesPublished'
  | 'partApproved'
  | 'educationCompleted'
  | 'educationExpiring'
  | 'occasionCanceled'
  | 'occasionChanged'
  | 'meetingLinkChanged'
  | 'occasionSoon'
  | 'examCanceled'
  | 'examChanged'
  | 'examFailed'
  | 'guardianAssigned'
  | 'paymentReceived'
  | 'paymentRequested'
  | 'paymentPlaceLost'
  | 'paymentRefunded'

/** The person that a notification is for, with the e-mail address and the language of the mail. */
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
  /** Name of the child that a guardian reads about; the texts are those of the variant `child`. */
  child?: string | undefined
  /** Occasions and exams that the mail's calendar file adds to the recipient's calendar, or removes from it. */
  invitesTo?: readonly Place[]
}

/** Notifications whose mail carries a calendar file. */
const withCalendarFile: ReadonlySet<NotificationKind> = new Set([
  ...(['signUpConfirmed', 'signUpWithdrawn', 'signUpApproved', 'signUpRefused', 'signUpCanceled'] as const),
  ...(['signUpMoved', 'occasionCanceled', 'occasionChanged', 'meetingLinkChanged', 'occasionSoon'] as const),
  ...(['examCanceled', 'examChanged'] as const),
])

/** Notifications of an action that the recipient may have taken. */
const ofOwnActions: ReadonlySet<NotificationKind> = new Set(['signUpConfirmed', 'signUpWithdrawn'])

/** The values of a notice to a guardian. The mail has more, such as the reason of a cancellation. */
function toChildValues(title: string, child: string, values: NotificationContent['values'] = {}) {
  const { when = '', amount = '', until = '' } = values
  return { title, child, when, amount, until, context: 'child' }
}

/**
 * Returns the statements that write a notice to one person, and a mail if the person has an e-mail address. A person
 * who took or gave up a seat themselves gets the mail only.
 */
export function writeNotification(
  ctx: Visitor,
  news: NotificationKind,
  recipient: Recipient,
  content: NotificationContent,
): Statement[] {
  const { userId, firstName, email, language } = recipient
  const { title, path, child, invitesTo = [] } = content
  const about = child === undefined ? { title } : toChildValues(title, child, content.values)
  const values = { ...content.values, ...about, name: firstName, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  const mail = { userId, language, name: news, values, ...(withCalendarFile.has(news) && { invitesTo }) }
  return [
    ...(ofOwnActions.has(news) && userId === ctx.actor?.id
      ? []
      : [notify(ctx, { userId, kind: news, values: about, path })]),
    ...(email ? writeMail(ctx, { recipient: email, ...mail }) : []),
  ]
}
