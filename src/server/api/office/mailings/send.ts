import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation } from '#api/foundation/jobs/run.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { type Selection, selectAudience, toAudience } from './audiences.ts'
import { fillWording, loadRecipients, type Recipient } from './recipients.ts'
import { isDeclinable } from './rules.ts'
import { findStoredMailing, listWaiting, moveMailing, type StoredMailing, settleRecipients } from './storage.ts'

/** People per run: with two guardians each, a run stays far below a thousand statements. */
const maxPeoplePerRun = 40

/** Returns the people whom the author may write to today; null when the author may no longer write to the audience. */
async function selectToday(
  ctx: Ctx<null>,
  { audience }: StoredMailing,
  author: Actor,
  userIds: number[],
): Promise<Selection | null> {
  try {
    return await selectAudience({ ...ctx, actor: author }, toAudience(audience, userIds), userIds)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

interface Letter {
  mailing: StoredMailing
  selection: Selection
  sender: string
}

/** Returns the statements that mail a person and the guardians of a child; a person nobody can reach is skipped. */
function writeToRecipient(ctx: Ctx<null>, { mailing, selection, sender }: Letter, recipient: Recipient): Statement[] {
  const { userId, email, language, child } = recipient
  const isOptional = isDeclinable(mailing.audience.kind)
  const declined = isOptional && recipient.hasDeclined
  const readers = [
    { userId, email: declined ? null : email, language, context: '' },
    ...(child?.guardians ?? []).map((guardian) => ({
      userId: guardian.id,
      email: guardian.email,
      language: guardian.language,
      context: 'child',
    })),
  ].filter((reader) => reader.email)
  const settle = (outcome: Parameters<typeof settleRecipients>[3]) =>
    settleRecipients(ctx.db, mailing.id, [userId], outcome)
  if (readers.length === 0) return [settle({ state: 'skipped', reason: declined ? 'declined' : 'noAddress' })]
  const messageId = ctx.newId()
  const link = `${ctx.env.PORTAL_ORIGIN}/profile?tab=account`
  const mails = readers.flatMap((reader, at) => {
    const wording = { subject: mailing.subject, text: mailing.body }
    const filled = fillWording(wording, recipient, selection, reader.language ?? ctx.language)
    const t = translator(reader.language ?? ctx.language, 'mails')
    const text = isOptional ? `${filled.text}\n\n${t('mailing.declining', { link })}` : filled.text
    const values = {
      ...filled,
      text,
      sender,
      child: child?.name ?? '',
      ...(reader.context && { context: reader.context }),
    }
    const { userId: readerId, email: address, language: ofReader } = reader
    return writeMail(ctx, {
      recipient: address ?? '',
      userId: readerId,
      language: ofReader,
      name: 'mailing',
      values,
      // The mails of one recipient share the beginning of their id.
      messageId: at === 0 ? messageId : `${messageId}.${at}`,
      ...(isOptional && { topic: 'mailings' as const }),
    })
  })
  return [...mails, settle({ state: 'written', messageId })]
}

/**
 * Writes the mails of a mailing, 40 people per run, each once. Asks for another run, or returns undefined when nobody
 * is left. Checks again whom the author may write to, and skips those who have left the selection. A cancelled mailing
 * is not sent.
 */
export async function sendMailing(
  ctx: Ctx<null>,
  { mailingId }: { mailingId: string },
): Promise<JobContinuation | undefined> {
  await ctx.db.commit([moveMailing(ctx, mailingId, 'scheduled', 'sending')])
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
    await ctx.db.commit([settleRecipients(ctx.db, mailingId, userIds, { state: 'skipped', reason: 'author' })])
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
