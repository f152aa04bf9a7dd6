import { type Mail, mailTransport } from '#platform/mail.ts'
import type { Ctx, Visitor } from '../context.ts'
import type { JobHandler } from '../jobs/run.ts'
import { findConfiguration } from '../portal-configuration/storage.ts'
import { findUnsent, markFailed, markSent } from './storage.ts'

/** Who the portal's mails come from. */
export async function senderOf(ctx: Visitor): Promise<Pick<Mail, 'from' | 'fromName'>> {
  const configuration = await findConfiguration(ctx.db)
  const from = configuration?.mailFrom ?? ctx.env.MAIL_FROM ?? `no-reply@${new URL(ctx.env.PORTAL_ORIGIN).hostname}`
  return { from, fromName: configuration?.organizationName ?? 'Utbildningsportalen' }
}

/** Without a way out the mail stays in the outbox, where a superadministrator can read it. */
async function send(ctx: Ctx<null>, { messageId }: { messageId: string }): Promise<undefined> {
  const transport = mailTransport(ctx.env)
  const mail = transport && (await findUnsent(ctx.db, messageId))
  if (!mail) return
  const sender = await senderOf(ctx)
  const letter = { ...sender, messageId, to: mail.recipient, subject: mail.subject, text: mail.body }
  try {
    await transport(letter, () => ctx.db.commit([markSent(ctx.db, mail.id, new Date())]))
  } catch (error) {
    await ctx.db.commit([markFailed(ctx.db, mail.id, error instanceof Error ? error.message : String(error))])
    throw error
  }
}

export const jobs: Record<string, JobHandler> = {
  'mails.send': send,
}
