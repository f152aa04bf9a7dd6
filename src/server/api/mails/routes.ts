import { translator } from '#locales/translate.ts'
import { mailTransport } from '#platform/mail.ts'
import { recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { serve } from '../serve.ts'
import { mails, type OutboxMail } from './contract.ts'
import { senderOf } from './jobs.ts'
import { listMails, type StoredMail } from './storage.ts'

const wire = (mail: StoredMail): OutboxMail => ({
  id: mail.id,
  recipient: mail.recipient,
  subject: mail.subject,
  text: mail.secret && mail.sentAt ? null : mail.body,
  created: mail.createdAt,
  sent: mail.sentAt,
  error: mail.error,
})

async function sendTest(ctx: Ctx, to: string): Promise<{ ok: boolean; message: string }> {
  const t = translator(ctx.language, 'mails')
  const transport = mailTransport(ctx.env)
  if (!transport) return { ok: false, message: t('test.noSettings') }
  const sender = await senderOf(ctx)
  try {
    const letter = { ...sender, messageId: ctx.newId(), to, subject: t('test.subject'), text: t('test.text') }
    await transport(letter, async () => undefined)
    return { ok: true, message: t('test.sent', { to }) }
  } catch (error) {
    ctx.log.warn('mail.test', { error: String(error) })
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

export const routes = serve(mails, {
  'GET /Mails': async ({ query: { page, pageSize } }, ctx) => {
    const { rows, total } = await listMails(ctx.db, page, pageSize)
    return { items: rows.map(wire), total, page, pageSize }
  },
  'POST /Email/Test': async ({ body }, ctx) => {
    const outcome = await sendTest(ctx, body.to)
    await ctx.db.commit([recordAudit(ctx, 'mail.tested', { type: 'mail', id: body.to }, { ok: outcome.ok })])
    return outcome
  },
})
