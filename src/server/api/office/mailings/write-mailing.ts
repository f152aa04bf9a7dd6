import { addDays } from 'date-fns'
import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import { selectAudience, toStoredAudience } from './audiences.ts'
import type { Mailing, NewMailing } from './contract.ts'
import { findDraft, removeSeenDraft } from './drafts-storage.ts'
import { attachToMailing, removeDetachedFiles } from './files-storage.ts'
import { commitWithFiles, requireAttachable } from './receive-file.ts'
import { maxDaysAhead } from './rules.ts'
import { findMailing, insertMailing, listFailedMessages, moveMailing } from './storage.ts'

/** Most failed mails that one press sends again; each is a job of its own. */
const maxResent = 200

/**
 * Finds a mailing that the caller may see.
 * @throws Refused('not_found') when there is none.
 */
async function getMailing(ctx: Ctx, id: string): Promise<Mailing> {
  const mailing = await findMailing(ctx, id)
  if (!mailing) throw new Refused('not_found')
  return mailing
}

/** @throws Refused('mailing_time') for a time that has passed or is more than a year ahead. */
function requireDue({ now }: Ctx, due: Date): Date {
  if (due <= now || due > addDays(now, maxDaysAhead)) throw new Refused('mailing_time')
  return due
}

/** Returns the ids of the files of a draft that the caller may see. */
async function listDraftFiles(ctx: Ctx, id: string): Promise<number[]> {
  const draft = await findDraft(ctx, id)
  if (draft) return draft.files.map((file) => file.id)
  throw new Refused((await findMailing(ctx, id)) ? 'mailing_started' : 'not_found')
}

/**
 * Stores a mailing with its recipients and files, and queues the job that writes their mails when it is due; returns
 * it. Writes an audit entry.
 *
 * `due` null means at once; `recipients` is the number that the author confirmed. A draft becomes the mailing, with its
 * id, and is removed; files of the draft that the mailing leaves out are deleted. The commit fails as
 * `changed_meanwhile` when the draft has another version than the author saw.
 *
 * @throws Refused('mailing_time') for a time that is not ahead, or more than 365 days ahead.
 * @throws Refused('not_found') when the caller may not see the draft, Refused('mailing_started') when it was sent.
 * @throws Refused with the codes of `requireAttachable` and of `selectAudience`.
 * @throws Refused('mailing_recipients_changed') with the current number, when it differs from the confirmed one.
 */
export async function createMailing(
  ctx: Ctx,
  { audience, subject, text, recipients, due, draft, fileIds }: NewMailing,
) {
  const dueAt = due === null ? ctx.now : requireDue(ctx, due)
  const draftFileIds = draft ? await listDraftFiles(ctx, draft.id) : []
  await requireAttachable(ctx, fileIds)
  const [{ userIds }, stored] = await Promise.all([selectAudience(ctx, audience), toStoredAudience(ctx, audience)])
  if (userIds.length !== recipients)
    throw new Refused('mailing_recipients_changed', { details: { recipients: userIds.length } })
  // The mailing has the id of its draft, so that a draft becomes one mailing only.
  const id = draft?.id ?? ctx.newId()
  const mailing = { id, subject, body: text, audience: stored, dueAt }
  await commitWithFiles(ctx, fileIds, [
    ...(draft ? removeSeenDraft(ctx, draft.id, draft.lastChange) : []),
    ...insertMailing(ctx, mailing, userIds),
    attachToMailing(ctx.db, id, fileIds),
    removeDetachedFiles(ctx.db, draftFileIds),
    recordAudit(
      ctx,
      'mailing.created',
      { type: 'mailing', id },
      { subject, recipients, due: dueAt.toISOString(), files: fileIds.length },
    ),
    queueJob(ctx, 'mailings.send', { mailingId: id }, { key: `mailing ${id}`, runAt: dueAt }),
  ])
  return getMailing(ctx, id)
}

/**
 * Cancels a scheduled mailing, with an audit entry, and returns it; a cancelled one stays as it is. Nobody is mailed.
 *
 * @throws Refused('not_found') when the caller may not see the mailing.
 * @throws Refused('mailing_started') when its job has begun.
 */
export async function cancelMailing(ctx: Ctx, id: string): Promise<Mailing> {
  await getMailing(ctx, id)
  const isScheduled = sql`exists (select 1 from mailings where id = ${id} and state = 'scheduled')`
  await ctx.db.commit([
    recordAuditWhen(ctx, isScheduled, 'mailing.canceled', { type: 'mailing', id }),
    moveMailing(ctx, id, 'scheduled', 'canceled'),
  ])
  const mailing = await getMailing(ctx, id)
  if (mailing.state !== 'canceled') throw new Refused('mailing_started')
  return mailing
}

/**
 * Queues the failed mails of a mailing again, at most 200 in a call, with an audit entry; returns their number. Without
 * any it writes nothing.
 *
 * @throws Refused('not_found') when the caller may not see the mailing.
 */
export async function resendFailed(ctx: Ctx, id: string): Promise<{ queued: number }> {
  await getMailing(ctx, id)
  const messageIds = await listFailedMessages(ctx.db, id, maxResent)
  if (messageIds.length === 0) return { queued: 0 }
  await ctx.db.commit([
    ...messageIds.map((messageId) => queueJob(ctx, 'mails.send', { messageId }, { key: `mail ${messageId}` })),
    recordAudit(ctx, 'mailing.resent', { type: 'mailing', id }, { count: messageIds.length }),
  ])
  return { queued: messageIds.length }
}
