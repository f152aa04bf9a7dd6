import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import type { Place } from '#api/place.ts'
import type { Statement } from '#platform/database.ts'

/** What a learner is told: a notice at once, and a mail. Each is a kind of notice and has its text in mails.json. */
export type News =
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

export interface Told {
  userId: number
  firstName: string
  email: string | null
  language: Language | null
}

interface About {
  title: string
  path: string
  /** What else the mail's text tells. */
  values?: Record<string, string>
  /** Where somebody is, or was, to be: the mail brings it into the reader's calendar, or takes it out. */
  invitesTo?: readonly Place[]
}

const occupying: ReadonlySet<News> = new Set([
  ...(['signUpConfirmed', 'signUpWithdrawn', 'signUpApproved', 'signUpRefused', 'signUpCanceled'] as const),
  ...(['signUpMoved', 'occasionCanceled', 'occasionChanged', 'meetingLinkChanged', 'occasionSoon'] as const),
  ...(['examCanceled', 'examChanged'] as const),
])

const byChoice: ReadonlySet<News> = new Set(['signUpConfirmed', 'signUpWithdrawn'])

/** Statements for the commit that the news is about. What readers have chosen themselves they have seen, and get by mail alone. */
export function announce(ctx: Visitor, news: News, told: Told, about: About): Statement[] {
  const { userId, firstName, email, language } = told
  const { title, path, invitesTo = [] } = about
  const values = { ...about.values, name: firstName, title, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  const letter = { userId, language, name: news, values, ...(occupying.has(news) && { invitesTo }) }
  return [
    ...(byChoice.has(news) && userId === ctx.actor?.id
      ? []
      : [notify(ctx, { userId, kind: news, values: { title }, path })]),
    ...(email ? writeMail(ctx, { recipient: email, ...letter }) : []),
  ]
}
