import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { jobsView } from '#api/foundation/jobs/views.ts'
import { clearMailError, findMail } from '#api/foundation/mails/storage.ts'
import { Refused } from '#api/refusals.ts'

/** True while a job is still trying to send the mail, by itself or after an earlier press. */
async function isBeingSent({ db }: Ctx, messageId: string): Promise<boolean> {
  const rows = await db.rows(sql`
    select j.id as id from ${jobsView} j where j.kind = 'mails.send' and j.state < ${jobStates.succeeded}
      and j.payload ->> 'messageId' = ${messageId} limit 1`)
  return rows.length > 0
}

/**
 * Queues a failed mail again, with an audit entry, and clears its error. Does nothing, and returns `queued` as false,
 * while a job still tries to send it. Access is not checked here.
 *
 * @throws Refused('not_found') for an unknown mail.
 * @throws Refused('mail_already_sent') for a mail that arrived.
 * @throws Refused('mail_secret_gone') for a mail whose secret has been removed, as it has expired.
 */
export async function resendMail(ctx: Ctx, id: number): Promise<{ queued: boolean }> {
  const mail = await findMail(ctx.db, id)
  if (!mail) throw new Refused('not_found')
  if (mail.sentAt) throw new Refused('mail_already_sent')
  if (mail.secret && mail.body === '') throw new Refused('mail_secret_gone')
  const { messageId } = mail
  if (await isBeingSent(ctx, messageId)) return { queued: false }
  await ctx.db.commit([
    recordAudit(ctx, 'mail.resent', { type: 'mail', id }),
    clearMailError(ctx.db, id),
    queueJob(ctx, 'mails.send', { messageId }, { key: `mail ${messageId}` }),
  ])
  return { queued: true }
}
