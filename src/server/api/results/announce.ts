import type { Statement } from '#platform/database.ts'
import type { Language } from '../actor.ts'
import type { Visitor } from '../context.ts'
import { writeMail } from '../mails/write-mail.ts'
import { notify } from '../notices/storage.ts'

/** What a learner is told: a notice at once, and a mail. Each is a kind of notice and has its text in mails.json. */
export type News =
  | 'signUpApproved'
  | 'signUpRefused'
  | 'signUpCanceled'
  | 'signUpMoved'
  | 'partApproved'
  | 'educationCompleted'
  | 'occasionCanceled'
  | 'occasionChanged'
  | 'occasionSoon'
  | 'examCanceled'
  | 'examChanged'
  | 'examFailed'
  | 'guardianAssigned'
  | 'paymentReceived'
  | 'paymentPlaceLost'

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
}

/** Statements for the commit that the news is about. */
export function announce(ctx: Visitor, news: News, told: Told, about: About): Statement[] {
  const { userId, firstName, email, language } = told
  const { title, path } = about
  const values = { ...about.values, name: firstName, title, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  return [
    notify(ctx, { userId, kind: news, values: { title }, path }),
    ...(email ? writeMail(ctx, { recipient: email, userId, language, name: news, values }) : []),
  ]
}
