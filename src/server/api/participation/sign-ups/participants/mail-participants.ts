import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { Refused } from '#api/refusals.ts'
import type { MatchingParticipants } from './contract.ts'
import { listMatchingResultIds } from './list-matching.ts'
import { listAddressees } from './storage.ts'

interface MailDraft {
  resultIds: readonly number[]
  subject: string
  text: string
}

/**
 * Writes a mail of its own to each selected participant of an occasion, so that nobody sees the others' e-mail
 * addresses. Writes an audit entry. Guardians get none. Returns the number of mails and the names of those without an
 * e-mail address or with a closed account. The portal's words around the text are in the caller's language.
 *
 * @throws Refused('not_found') when a result is not on the occasion or not the caller's to organise.
 * @throws Refused('not_allowed') as `requireOrganized` does.
 */
export async function mailParticipants(ctx: Ctx, occasionId: number, { resultIds, subject, text }: MailDraft) {
  const occasion = await getOrganizedOccasion(ctx, occasionId)
  const recipients = await listAddressees(ctx, occasionId, resultIds)
  if (recipients.length < new Set(resultIds).size) throw new Refused('not_found')
  const reachable = recipients.filter(({ email }) => email)
  const values = { subject, text, sender: ctx.actor.name, title: occasion.title ?? occasion.partTitle }
  await ctx.db.commit([
    ...reachable.flatMap(({ email, userId }) =>
      writeMail(ctx, { recipient: email ?? '', userId, language: null, name: 'fromOrganizer', values }),
    ),
    recordAudit(
      ctx,
      'occasion.mailed',
      { type: 'occasion', id: occasionId },
      { subject, userIds: reachable.map(({ userId }) => userId) },
    ),
  ])
  return { sent: reachable.length, withoutAddress: recipients.filter(({ email }) => !email).map(({ name }) => name) }
}

/**
 * Writes a mail to each participant of an occasion that a filter selects at this moment, as `mailParticipants` does.
 *
 * @throws Refused('selection_changed') when the filter selects another number than the caller saw.
 * @throws Refused with the codes of `mailParticipants`.
 */
export async function mailMatching(
  ctx: Ctx,
  occasionId: number,
  texts: Pick<MailDraft, 'subject' | 'text'>,
  matching: MatchingParticipants,
) {
  await getOrganizedOccasion(ctx, occasionId)
  const resultIds = await listMatchingResultIds(ctx, occasionId, matching)
  return mailParticipants(ctx, occasionId, { ...texts, resultIds })
}
