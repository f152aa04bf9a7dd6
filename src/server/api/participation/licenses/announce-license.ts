import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import type { Statement } from '#platform/database.ts'

export type LicenseNews = 'licenseIssued' | 'licenseRenewed' | 'licenseRevoked' | 'licenseExpiring'

export interface Holder {
  userId: number
  firstName: string
  email: string | null
  language: Language | null
}

interface About {
  title: string
  /** What else the mail tells: the last day, the reason. */
  values?: Record<string, string>
}

/** A notice and a mail about a licence, for the commit that they tell of. */
export function announceLicense(
  ctx: Visitor,
  news: LicenseNews,
  holder: Holder,
  { title, values }: About,
): Statement[] {
  const path = '/profile#licenses'
  const told = { ...values, name: holder.firstName, title, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  const { userId, email, language } = holder
  return [
    notify(ctx, { userId, kind: news, values: { title }, path }),
    ...(email ? writeMail(ctx, { recipient: email, userId, language, name: news, values: told }) : []),
  ]
}
