import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import type { Statement } from '#platform/database.ts'

/** The notifications about a licence; each is a kind of notice and the key of its mail. */
export type LicenseNotificationKind = 'licenseIssued' | 'licenseRenewed' | 'licenseRevoked' | 'licenseExpiring'

/** The person who holds a licence, with the e-mail address and the language of the mail. */
export interface Holder {
  userId: number
  firstName: string
  email: string | null
  language: Language | null
}

interface NotificationContent {
  title: string
  /** Further placeholders of the mail's text: the last day, the reason. */
  values?: Record<string, string>
  /** Last day of a licence that expires, `yyyy-MM-dd`, which its notice names. */
  lastDay?: string
}

/**
 * Returns the statements that write a notice to a licence's holder, and a mail in the holder's language if there is an
 * e-mail address. The caller commits them with the event. `title` is the licence's name, `values` are further
 * placeholders of the mail, and `lastDay` is undefined unless the licence expires.
 */
export function notifyHolder(
  ctx: Visitor,
  news: LicenseNotificationKind,
  holder: Holder,
  { title, values, lastDay }: NotificationContent,
): Statement[] {
  const path = '/profile?tab=licenses'
  const mailValues = { ...values, name: holder.firstName, title, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  const { userId, email, language } = holder
  const noticeValues = lastDay === undefined ? {} : { until: lastDay, context: 'dated' }
  return [
    notify(ctx, { userId, kind: news, values: { title, ...noticeValues }, path }),
    ...(email ? writeMail(ctx, { recipient: email, userId, language, name: news, values: mailValues }) : []),
  ]
}
