import { type Actor, callerGroups } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation } from '#api/foundation/jobs/run.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { Refused } from '#api/refusals.ts'
import { type Selection, selectAudience, toAudience } from './audiences.ts'
import { fillWording, loadRecipients, type Recipient } from './recipients.ts'
import { isDeclinable } from './rules.ts'
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

/** Returns the people whom the author may write to today; null when the author may no longer write to the audience. */
async function selectToday(
  ctx: Ctx<null>,
  { audience }: StoredMailing,
  author: Actor,
  userIds: number[] | null,
): Promise<Selection | null> {
  try {
    return await selectAudience({ ...ctx, actor: author }, toAudience(audience, userIds ?? []), userIds)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Begins to send a scheduled mailing, with the people who have come to its saved view since it was confirmed. */
async function begin(ctx: Ctx<null>, mailing: StoredMailing): Promise<void> {
  const author = mailing.audience.kind === 'savedView' ? await findActor(ctx, mailing.createdByUserId) : null
  const selection = author && (await selectToday(ctx, mailing, author, null))
  await ctx.db.commit([
    ...(selection ? [addRecipients(ctx, mailing.id, selection.userIds)] : []),
    moveMailing(ctx, mailing.id, 'scheduled', 'sending'),
  ])
}

interface MailingParts {
  mailing: StoredMailing
  selection: Selection
  sender: string
}

/** Returns the statements that mail a person and the guardians of a child; a person nobody can reach is skipped. */
function writeToRecipient(ctx: Ctx<null>, { mailing, selection, sender }: MailingParts, recipient: Recipient) {
  const wording = { subject: mailing.subject, text: mailing.body }
  const { mails, outcome } = writeRecipientMails(ctx, recipient, {
    sender,
    isOptional: isDeclinable(mailing.audience.kind),
    fill: (language) => fillWording(wording, recipient, selection, language),
  })
  const settled =
    'messageId' in outcome
      ? { state: 'written' as const, messageId: outcome.messageId }
      : { state: 'skipped' as const, reason: outcome.reason }
  return [...mails, settleRecipients(ctx.db, mailing.id, [recipient.userId], settled)]
}

/** Returns why nobody of a mailing may be written to: the author may not, or the saved view was changed or removed. */
const reasonOf = ({ audience }: StoredMailing, author: Actor | null) =>
  audience.kind === 'savedView' && author && callerGroups.usersOffice(author) ? ('view' as const) : ('author' as const)

/**
 * Writes the mails of a mailing, 40 people per run, each once. Asks for another run, or returns undefined when nobody
 * is left. Checks again whom the author may write to, and skips those who have left the selection. A cancelled mailing
 * is not sent.
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
  const selection = author && (await selectToday(ctx, mailing, author, userIds))
  if (!selection) {
    await ctx.db.commit([
      settleRecipients(ctx.db, mailingId, userIds, { state: 'skipped', reason: reasonOf(mailing, author) }),
    ])
    return { rest: { mailingId } }
  }
  const recipients = await loadRecipients(ctx, selection.userIds)
  const reached = recipients.map(({ userId }) => userId)
  const left = userIds.filter((id) => !reached.includes(id))
  await ctx.db.commit([
    settleRecipients(ctx.db, mailingId, left, { state: 'skipped', reason: 'left' }),
    ...recipients.flatMap((one) => writeToRecipient(ctx, { mailing, selection, sender: author.name }, one)),
  ])
  return { rest: { mailingId } }
}
