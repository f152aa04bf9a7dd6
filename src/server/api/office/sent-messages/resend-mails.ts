import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { requireExpectedCount } from '#api/expected-count.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { jobsView } from '#api/foundation/jobs/views.ts'
import { clearMailErrors, listMailHeads } from '#api/foundation/mails/storage.ts'
import type { MailSearch } from './contract.ts'
import { findMailFilter } from './find-mail-filter.ts'
import { maxResentMails } from './rules.ts'

/** Returns the message ids among these that a job is still trying to send, in no order. */
async function listMessagesBeingSent({ db }: Ctx, messageIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ messageId: string }>(sql`
    select j.payload ->> 'messageId' as messageId from ${jobsView} j
    where j.kind = 'mails.send' and j.state < ${jobStates.succeeded}
      and j.payload ->> 'messageId' in (select value from json_each(${JSON.stringify(messageIds)}))`)
  return new Set(rows.map(({ messageId }) => messageId))
}

/**
 * Queues the failed mails that a search selects again, in one commit, with an audit entry for each, and clears their
 * errors. Mails that a job still tries to send, and mails whose expired secret has been removed, are left out; `queued`
 * is the number of the others. More than 200 mails are refused as changed. Access is not checked here.
 *
 * @throws Refused('selection_changed') when the search selects another number of failed mails than `expectedCount`.
 */
export async function resendMails(
  ctx: Ctx,
  search: Pick<MailSearch, 'who' | 'name'>,
  expectedCount: number,
): Promise<{ queued: number }> {
  const filter = await findMailFilter(ctx, { ...search, state: 'failed' })
  const failed = await listMailHeads(ctx.db, filter, maxResentMails + 1)
  requireExpectedCount(failed.length, expectedCount)
  const beingSent = await listMessagesBeingSent(
    ctx,
    failed.map(({ messageId }) => messageId),
  )
  const mails = failed.filter(({ messageId, isSecretGone }) => !isSecretGone && !beingSent.has(messageId))
  if (mails.length === 0) return { queued: 0 }
  await ctx.db.commit([
    clearMailErrors(
      ctx.db,
      mails.map(({ id }) => id),
    ),
    ...mails.flatMap(({ id, messageId }) => [
      recordAudit(ctx, 'mail.resent', { type: 'mail', id }),
      queueJob(ctx, 'mails.send', { messageId }, { key: `mail ${messageId}` }),
    ]),
  ])
  return { queued: mails.length }
}
