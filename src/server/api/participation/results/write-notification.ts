import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import {
  appendWhen,
  formatFacts,
  type NotificationFacts,
  toNoticeValues,
} from '#api/foundation/notices/notice-values.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import type { Place } from '#api/place.ts'
import { translator } from '#locales/translate.ts'
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
  path: string
  /** Titles, times and amounts, formatted in the language in which mail or notice is read. */
  facts: NotificationFacts
  /** Further placeholders of the mail's text. */
  values?: Record<string, string>
  /**
   * Name of the child that a guardian reads about; the texts are those of the variant `child`. Empty for a protected
   * identity, which is not named.
   */
  child?: string | undefined
  /** Occasions and exams that the mail's calendar file adds to the recipient's calendar, or removes from it. */
  invitesTo?: readonly Place[]
  /** Part result whose next step the mail names when it is sent. */
  stepResultId?: number | undefined
}

/** Notifications whose mail carries a calendar file. */
const withCalendarFile: ReadonlySet<NotificationKind> = new Set([
  ...(['signUpConfirmed', 'signUpWithdrawn', 'signUpApproved', 'signUpRefused', 'signUpCanceled'] as const),
  ...(['signUpMoved', 'occasionCanceled', 'occasionChanged', 'meetingLinkChanged', 'occasionSoon'] as const),
  ...(['examCanceled', 'examChanged'] as const),
])

/** Notifications of an action that the recipient may have taken. */
const ofOwnActions: ReadonlySet<NotificationKind> = new Set(['signUpConfirmed', 'signUpWithdrawn'])

/** The values of a notice. Only guardians read time and place in it; the mail has more, such as the reason. */
function toStoredValues(child: string | undefined, { titles = [], ...facts }: NotificationFacts, language: string) {
  if (child === undefined) return toNoticeValues({ titles }, language)
  return { ...toNoticeValues({ titles, ...facts }, language), child, context: 'child' }
}

/** The name of the child in a mail. */
const childText = (child: string, language: string) => child || translator(language, 'mails')('unnamedDriver')

/**
 * Returns the statements that write a notice to one person, and a mail in the person's language if there is an e-mail
 * address. Mails of some kinds carry a calendar file of `invitesTo`. A person who took or gave up a seat themselves
 * gets the mail only.
 */
export function writeNotification(
  ctx: Visitor,
  news: NotificationKind,
  recipient: Recipient,
  content: NotificationContent,
): Statement[] {
  const { userId, firstName, email, language } = recipient
  const { path, facts, child, invitesTo = [], stepResultId } = content
  const mailLanguage = language ?? ctx.language
  const about = child === undefined ? {} : { child: childText(child, mailLanguage), context: 'child' }
  const formatted = formatFacts(facts, mailLanguage)
  const link = `${ctx.env.PORTAL_ORIGIN}${path}`
  const values = { ...content.values, ...formatted, ...about, at: appendWhen(formatted['when']), name: firstName, link }
  const mail = { userId, language, name: news, values, stepResultId, ...(withCalendarFile.has(news) && { invitesTo }) }
  return [
    ...(ofOwnActions.has(news) && userId === ctx.actor?.id
      ? []
      : [notify(ctx, { userId, kind: news, values: toStoredValues(child, facts, mailLanguage), path })]),
    ...(email ? writeMail(ctx, { recipient: email, ...mail }) : []),
  ]
}
