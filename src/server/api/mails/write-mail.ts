import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import type { Language } from '../actor.ts'
import type { Visitor } from '../context.ts'
import { queueJob } from '../jobs/storage.ts'
import { insertMail } from './storage.ts'

export interface Letter {
  recipient: string
  /** The reader's own; empty: the language of the request that caused the mail. */
  language: Language | null
  /** `<name>.subject` and `<name>.text` in locales/<language>/mails.json. */
  name: string
  values: Record<string, string>
  /** The text opens an account, and is forgotten when the mail has been sent. */
  secret?: boolean
}

/** A mail and the job that sends it: commit them with what they tell of, and it is sent if and only if that was written. */
export function writeMail(ctx: Visitor, { recipient, language, name, values, secret = false }: Letter): Statement[] {
  const t = translator(language ?? ctx.language, 'mails')
  const messageId = ctx.newId()
  const subject = t(`${name}.subject`, values)
  const body = `${t(`${name}.text`, values)}\n\n${t('signature', { portal: ctx.env.PORTAL_ORIGIN })}\n`
  return [
    insertMail(ctx.db, { messageId, recipient, subject, body, secret, createdAt: ctx.now }),
    queueJob(ctx, 'mails.send', { messageId }),
  ]
}
