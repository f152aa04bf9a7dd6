import { getOrganized } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { Refused } from '#api/refusals.ts'
import { listAddressees } from './storage.ts'

interface MailDraft {
  resultIds: readonly number[]
  subject: string
  text: string
}

/** One mail for each of the chosen, so that nobody is shown the others' addresses. */
export async function mailParticipants(ctx: Ctx, occasionId: number, { resultIds, subject, text }: MailDraft) {
  const occasion = await getOrganized(ctx, occasionId)
  const chosen = await listAddressees(ctx, occasionId, resultIds)
  if (chosen.length < new Set(resultIds).size) throw new Refused('not_found')
  const reachable = chosen.filter(({ email }) => email)
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
  return { sent: reachable.length, withoutAddress: chosen.filter(({ email }) => !email).map(({ name }) => name) }
}
