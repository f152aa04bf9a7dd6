import type { Ctx, Visitor } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { fillNextStep } from '#api/foundation/mails/rules.ts'
import { openBody } from '#api/foundation/mails/secrets.ts'
import { loadSender } from '#api/foundation/mails/sender.ts'
import { findUnsentMail, markMailFailed, markMailSent, type StoredMail } from '#api/foundation/mails/storage.ts'
import { type Mail, mailTransport } from '#api/foundation/mails/transports/transport.ts'
import { writeInvitations } from '#api/office/calendar/subscriptions/write-invitations.ts'
import { describeStepOfResult } from '#api/participation/next-steps/step-of-result.ts'
import { loadAttachments } from './load-attachments.ts'

/** Writes the calendar invitations of a mail from the current data, not from the time when the mail was written. */
async function writeInvitationsOf(ctx: Visitor, mail: StoredMail, sender: Pick<Mail, 'from' | 'fromName'>) {
  const { userId, invitesTo, recipient: to } = mail
  if (userId === null || invitesTo.length === 0) return []
  const organizer = { name: sender.fromName, email: sender.from }
  return writeInvitations(ctx, invitesTo, { userId, to, language: mail.language ?? 'sv', organizer })
}

/**
 * Returns the next step of a mail's recipient, or of the recipient's child, by the current data. Empty without one, and
 * when it cannot be computed: the mail is sent in any case.
 */
async function writeStepOf(ctx: Visitor, { userId, stepResultId, language }: StoredMail): Promise<string> {
  if (stepResultId === null || userId === null) return ''
  try {
    return await describeStepOfResult(ctx, stepResultId, { userId, language: language ?? 'sv' })
  } catch (error) {
    ctx.log.error('mails.step', error)
    return ''
  }
}

/**
 * Sends a mail. Without a mail transport it stays in the outbox, where superadministrators can read it except its
 * secrets.
 */
async function send(ctx: Ctx<null>, { messageId }: { messageId: string }): Promise<undefined> {
  const transport = mailTransport(ctx.env)
  const mail = transport && (await findUnsentMail(ctx.db, messageId))
  if (!mail) return
  const sender = await loadSender(ctx)
  try {
    const [invitations, files, step] = await Promise.all([
      writeInvitationsOf(ctx, mail, sender),
      loadAttachments(ctx, mail.attachedFiles),
      writeStepOf(ctx, mail),
    ])
    const attachments = [...invitations, ...files]
    const text = openBody(ctx.env.SESSION_SECRET, {
      messageId,
      body: fillNextStep(mail.body, step),
      sealed: mail.sealed,
    })
    const draft = { ...sender, messageId, to: mail.recipient, subject: mail.subject, text, attachments }
    await transport(draft, () => ctx.db.commit([markMailSent(ctx.db, { id: mail.id, step }, new Date())]))
  } catch (error) {
    await ctx.db.commit([markMailFailed(ctx.db, mail.id, error instanceof Error ? error.message : String(error))])
    throw error
  }
}

export const jobs: Record<string, JobHandler> = {
  'mails.send': send,
}
