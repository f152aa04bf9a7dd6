import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { scheduledReportPath } from './rules.ts'
import type { StoredSchedule } from './storage.ts'

export interface MailReceiver {
  actor: Actor
  email: string
  firstName: string
  /** Null for an owner with a protected identity. */
  ownerName: string | null
}

/**
 * Returns the statements that mail a scheduled report to a receiver, in the receiver's language. They insert the mail,
 * then its job, whose id is noted in `ctx` at once. The mail has a number and a link; the rows stay behind the sign-in,
 * and so does the view's name, which may name a person. `rows` is null for a report without a count, such as the
 * board's. `messageId`, a new one for each mail, is how the caller follows the mail. `writeMail` leaves out a second
 * mail only within one job, so the caller prevents repetition.
 */
export function writeReportMail(
  ctx: Ctx<null>,
  { id, userId: ownerId, view }: StoredSchedule,
  { actor, email, firstName, ownerName }: MailReceiver,
  { rows, messageId }: { rows: number | null; messageId: string },
): Statement[] {
  const { language, id: userId } = actor
  const t = translator(language ?? ctx.language, 'report-schedules')
  const isOwn = userId === ownerId
  const variants = isOwn ? { counted: 'ownCounted', plain: 'own' } : { counted: 'counted', plain: '' }
  const values = {
    name: firstName,
    owner: ownerName ?? t('colleague'),
    list: view ? t(`list.${view.list}`) : t('board'),
    link: `${ctx.env.PORTAL_ORIGIN}${scheduledReportPath(id)}`,
    count: rows === null ? '' : String(rows),
    context: rows === null ? variants.plain : variants.counted,
  }
  return writeMail(ctx, { recipient: email, userId, language, name: 'scheduledReport', values, messageId })
}
