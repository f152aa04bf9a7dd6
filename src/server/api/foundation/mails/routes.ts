import { isEducatorLevel } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { serve } from '#api/serve.ts'
import { translator } from '#locales/translate.ts'
import { type MailChoice, mails } from './contract.ts'
import { loadTemplate, resetTemplate, saveTemplate } from './edit-template.ts'
import { listTemplates } from './list-templates.ts'
import { listTopics } from './rules.ts'
import { loadSender } from './sender.ts'
import { listDeclinedTopics, setTopicDeclined } from './storage.ts'
import { mailTransport } from './transports/transport.ts'

async function sendTest(ctx: Ctx, to: string): Promise<{ ok: boolean; message: string }> {
  const t = translator(ctx.language, 'mails')
  const transport = mailTransport(ctx.env)
  if (!transport) return { ok: false, message: t('test.noSettings') }
  const sender = await loadSender(ctx)
  try {
    const draft = { ...sender, messageId: ctx.newId(), to, subject: t('test.subject'), text: t('test.text') }
    await transport(draft, async () => undefined)
    return { ok: true, message: t('test.sent', { to }) }
  } catch (error) {
    ctx.log.warn('mail.test', { error: String(error) })
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

async function choicesOf({ db, actor }: Ctx): Promise<MailChoice[]> {
  const declined = new Set(await listDeclinedTopics(db, actor.id))
  return listTopics(isEducatorLevel(actor)).map((topic) => ({ topic, wanted: !declined.has(topic) }))
}

export const routes = serve(mails, {
  'GET /Mails/templates': (_input, ctx) => listTemplates(ctx),
  'GET /Mails/templates/:name': ({ params, query }, ctx) => loadTemplate(ctx, params.name, query.variant),
  'PUT /Mails/templates/:name': ({ params, body }, ctx) => saveTemplate(ctx, params.name, body),
  'DELETE /Mails/templates/:name': ({ params, query }, ctx) => resetTemplate(ctx, params.name, query),
  'GET /Mails/choices': (_input, ctx) => choicesOf(ctx),
  'PUT /Mails/choices': async ({ body: { topic, wanted } }, ctx) => {
    await ctx.db.commit([
      setTopicDeclined(ctx.db, ctx.actor.id, topic, !wanted),
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
