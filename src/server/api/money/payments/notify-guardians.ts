import type { Ctx } from '#api/context.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import type { GuardianRecipient } from '#api/people/guardians/recipients.ts'
import type { Statement } from '#platform/database.ts'
import type { SeatTerms } from './storage.ts'

interface NewRequest {
  id: string
  terms: SeatTerms
  amountMinor: number
  expiresAt: Date
}

/**
 * Returns the statements that ask each guardian of the caller to pay, by notice and mail, with a link to the payment of
 * the seat. A guardian without an e-mail address gets no mail.
 */
export const notifyGuardiansOfRequest = (
  ctx: Ctx,
  guardians: readonly GuardianRecipient[],
  { id, terms, amountMinor, expiresAt }: NewRequest,
): Statement[] =>
  guardians.flatMap(({ id: userId, firstName, email, language }) => {
    const { startsAt, city, venue, title } = terms
    const places = startsAt ? [{ startDate: startsAt, city: city ?? '', venue }] : []
    const facts = { titles: [title], places, amountMinor, until: expiresAt }
    const recipient = { userId, firstName, email, language }
    const path = `/betalning/begaran/${id}`
    return writeNotification(ctx, 'paymentRequested', recipient, { path, facts, child: ctx.actor.name })
  })
