import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation } from '#api/foundation/jobs/run.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { Refused } from '#api/refusals.ts'
import { hasConfirmedScope, selectAudience, toAudience } from './audiences.ts'
import { listFileIds } from './files-storage.ts'
import { fillWording, loadRecipients, type Recipient } from './recipients.ts'
import { isDeclinable, type SkipReason } from './rules.ts'
import type { Selection } from './selection.ts'
import {
  addRecipients,
  findStoredMailing,
  listWaiting,
  moveMailing,
  type StoredMailing,
  settleRecipients,
} from './storage.ts'
import { writeRecipientMails } from './write-recipient-mails.ts'

/** People per run: with two guardians each, a run stays far below a thousand statements. */
const maxPeoplePerRun = 40

/** Returns why nobody may be written to: the saved view was changed or removed, or the author may not. */
function reasonOf({ audience }: StoredMailing, author: Actor, { code }: Refused): SkipReason {
  if (audience.kind !== 'savedView') return 'author'
  if (code === 'mailing_view_changed') return 'view'
  // Another scope may lack the list of the view, which is then not found either.
  return code === 'not_found' && hasConfirmedScope(author, audience) ? 'view' : 'author'
}

/** Returns the people whom the author may write to today, or why the author may not write to the audience. */
async function selectToday(
  ctx: Ctx<null>,
  mailing: StoredMailing,
  author: Actor,
  userIds: number[] | null,
): Promise<Selection | SkipReason> {
  try {
    return await selectAudience({ ...ctx, actor: author }, toAudience(mailing.audience, userIds ?? []), userIds)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return reasonOf(mailing, author, error)
  }
}

/**
 * Begins to send a scheduled mailing, with the people who have come to its saved view since it was confirmed. An author
 * whose scope has changed adds nobody: that mailing goes to those who were confirmed and are still in reach.
 */
async function begin(ctx: Ctx<null>, mailing: StoredMailing): Promise<void> {
  const { audience } = mailing
  const author = audience.kind === 'savedView' ? await findActor(ctx, mailing.createdByUserId) : null
  const isAsConfirmed = author && audience.kind === 'savedView' && hasConfirmedScope(author, audience)
  const selection = isAsConfirmed ? await selectToday(ctx, mailing, author, null) : null
  const userIds = selection && typeof selection !== 'string' ? selection.userIds : []
  await ctx.db.commit([addRecipients(ctx, mailing.id, userIds), moveMailing(ctx, mailing.id, 'scheduled', 'sending')])
}

interface MailingParts {
  mailing: StoredMailing
  fileIds: readonly number[]
  selection: Selection
  sender: string
}

/** Returns the statements that mail a person and the guardians of a child; a person nobody can reach is skipped. */
function writeToRecipient(ctx: Ctx<null>, { mailing, fileIds, selection, sender }: MailingParts, recipient: Recipient) {
  const wording = { subject: mailing.subject, text: mailing.body }
  const { mails, outcome } = writeRecipientMails(ctx, recipient, {
    sender,
    isOptional: isDeclinable(mailing.audience),
    attachedFiles: fileIds,
    fill: (language) => fillWording(wording, recipient, selection, language),
  })
  const settled =
    'messageId' in outcome
      ? { state: 'written' as const, messageId: outcome.messageId }
      : { state: 'skipped' as const, reason: outcome.reason }
  return [...mails, settleRecipients(ctx.db, mailing.id, [recipient.userId], settled)]
}

/**
 * Writes the mails of a mailing that is due, to 40 people in a run, each once. Returns the payload of another run; when
 * nobody is left, marks the mailing as sent and returns undefined. The first run adds the people who have come to its
 * saved view since it was confirmed. Each run checks again whom the author may write to, and skips those who have left
 * the selection, with the reason. A cancelled mailing is not sent.
 */
export async function sendMailing(
  ctx: Ctx<null>,
  { mailingId }: { mailingId: string },
): Promise<JobContinuation | undefined> {
  const scheduled = await findStoredMailing(ctx.db, mailingId)
  if (scheduled?.state === 'scheduled') await begin(ctx, scheduled)
  const mailing = await findStoredMailing(ctx.db, mailingId)
  if (mailing?.state !== 'sending') return
  const userIds = await listWaiting(ctx.db, mailingId, maxPeoplePerRun)
  if (userIds.length === 0) {
    await ctx.db.commit([moveMailing(ctx, mailingId, 'sending', 'sent')])
    return
  }
  const author = await findActor(ctx, mailing.createdByUserId)
  const selection = author ? await selectToday(ctx, mailing, author, userIds) : 'author'
  if (!author || typeof selection === 'string') {
    const reason = typeof selection === 'string' ? selection : 'author'
    await ctx.db.commit([settleRecipients(ctx.db, mailingId, userIds, { state: 'skipped', reason })])
    return { rest: { mailingId } }
  }
  const [recipients, fileIds] = await Promise.all([
    loadRecipients(ctx, selection.userIds),
    listFileIds(ctx.db, mailingId),
  ])
  const reached = recipients.map(({ userId }) => userId)
  const left = userIds.filter((id) => !reached.includes(id))
  await ctx.db.commit([
    settleRecipients(ctx.db, mailingId, left, { state: 'skipped', reason: 'left' }),
    ...recipients.flatMap((one) => writeToRecipient(ctx, { mailing, fileIds, selection, sender: author.name }, one)),
  ])
  return { rest: { mailingId } }
}
