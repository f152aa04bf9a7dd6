import type { Ctx } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import type { Recipient } from './recipients.ts'
import type { Wording } from './rules.ts'

interface RecipientMail {
  sender: string
  /** Whether the recipient may decline it; the mail then says where. */
  isOptional: boolean
  /** Ids of the stored files that are attached; none by default. */
  attachedFiles?: readonly number[]
  /** Returns the texts in a language. */
  fill: (language: string) => Wording
}

type MailOutcome = { messageId: string } | { reason: 'declined' | 'noAddress' }

/** Lists the person and the guardians of a child who have an e-mail address, the person first. */
function listReaders({ userId, email, language, child }: Recipient, hasDeclined: boolean) {
  const guardians = (child?.guardians ?? []).map((guardian) => ({ ...guardian, userId: guardian.id, context: 'child' }))
  const own = { userId, email: hasDeclined ? null : email, language, context: '' }
  return [own, ...guardians].flatMap((reader) => (reader.email ? [{ ...reader, email: reader.email }] : []))
}

/**
 * Returns the statements that mail a text to a person and the guardians of a child, and the id of the first mail. Each
 * gets it in their own language, for which `fill` returns the texts; `sender` is the name that it shows. When nobody
 * can be reached there are none, and `reason` is `declined` or `noAddress`. `isOptional`: a person who has declined
 * mailings gets none, guardians still do, and the mail says where to decline.
 */
export function writeRecipientMails(
  ctx: Ctx<null>,
  recipient: Recipient,
  { sender, isOptional, attachedFiles = [], fill }: RecipientMail,
): { mails: Statement[]; outcome: MailOutcome } {
  const hasDeclined = isOptional && recipient.hasDeclined
  const readers = listReaders(recipient, hasDeclined)
  if (readers.length === 0) return { mails: [], outcome: { reason: hasDeclined ? 'declined' : 'noAddress' } }
  const messageId = ctx.newId()
  const link = `${ctx.env.PORTAL_ORIGIN}/profile?tab=account`
  const mails = readers.flatMap(({ userId, email, language, context }, at) => {
    const filled = fill(language ?? ctx.language)
    const t = translator(language ?? ctx.language, 'mails')
    const text = isOptional ? `${filled.text}\n\n${t('mailing.declining', { link })}` : filled.text
    const child = recipient.child?.name ?? ''
    return writeMail(ctx, {
      recipient: email,
      userId,
      language,
      name: 'mailing',
      attachedFiles,
      values: { ...filled, text, sender, child, ...(context && { context }) },
      // The mails of one recipient share the beginning of their id.
      messageId: at === 0 ? messageId : `${messageId}.${at}`,
      ...(isOptional && { topic: 'mailings' as const }),
    })
  })
  return { mails, outcome: { messageId } }
}
