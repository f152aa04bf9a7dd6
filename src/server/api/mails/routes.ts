import { translator } from '#locales/translate.ts'
import { mailTransport } from '#platform/mail.ts'
import { isEducatorLevel } from '../actor.ts'
import { findPeople, recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { serve } from '../serve.ts'
import { recordReadsOfCopies } from '../users/reads/record-reads.ts'
import { type MailChoice, mails, type OutboxMail } from './contract.ts'
import { resetTemplate, saveTemplate, showTemplate } from './edit-template.ts'
import { senderOf } from './jobs.ts'
import { listTemplates } from './list-templates.ts'
import { topicsFor } from './rules.ts'
import { listDeclined, listMails, type StoredMail, setDeclined } from './storage.ts'

const wire = ({ mail, userName }: { mail: StoredMail; userName: string | null }): OutboxMail => ({
  id: mail.id,
  name: mail.name,
  userId: mail.userId,
  userName,
  recipient: mail.recipient,
  subject: mail.subject,
  text: mail.secret ? null : mail.body,
  invitations: mail.invitesTo.length,
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

async function choicesOf({ db, actor }: Ctx): Promise<MailChoice[]> {
  const declined = new Set(await listDeclined(db, actor.id))
  return topicsFor(isEducatorLevel(actor)).map((topic) => ({ topic, wanted: !declined.has(topic) }))
}

export const routes = serve(mails, {
  'GET /Mails': async ({ query: { page, pageSize, who, name, state } }, ctx) => {
    const people = who ? { address: who.toLowerCase(), userIds: await findPeople(ctx.db, who) } : null
    const filter = { who: people, name: name || null, state: state ?? null }
    const { rows, total } = await listMails(ctx.db, filter, page, pageSize)
    await recordReadsOfCopies(
      ctx,
      rows.flatMap(({ mail }) => mail.userId ?? []),
    )
    return { items: rows.map(wire), total, page, pageSize }
  },
  'GET /Mails/templates': (_input, ctx) => listTemplates(ctx),
  'GET /Mails/templates/:name': ({ params, query }, ctx) => showTemplate(ctx, params.name, query.variant),
  'PUT /Mails/templates/:name': ({ params, body }, ctx) => saveTemplate(ctx, params.name, body),
  'DELETE /Mails/templates/:name': ({ params, query }, ctx) => resetTemplate(ctx, params.name, query),
  'GET /Mails/choices': (_input, ctx) => choicesOf(ctx),
  'PUT /Mails/choices': async ({ body: { topic, wanted } }, ctx) => {
    await ctx.db.commit([
      setDeclined(ctx.db, ctx.actor.id, topic, !wanted),
      recordAudit(ctx, 'mail.chosen', { type: 'user', id: ctx.actor.id }, { topic, wanted }),
    ])
    return choicesOf(ctx)
  },
  'POST /Email/Test': async ({ body }, ctx) => {
    const outcome = await sendTest(ctx, body.to)
    await ctx.db.commit([recordAudit(ctx, 'mail.tested', { type: 'mail', id: body.to }, { ok: outcome.ok })])
    return outcome
  },
})
