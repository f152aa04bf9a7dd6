import type { Ctx } from '#api/context.ts'
import { whereAndWhen } from '#api/participation/results/where-and-when.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import type { GuardianRecipient } from '#api/people/guardians/recipients.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import type { Statement } from '#platform/database.ts'
import type { SeatTerms } from './storage.ts'
import type { PlannedSeat } from './table.ts'

interface NewRequest {
  seat: PlannedSeat
  terms: SeatTerms
  amountMinor: number
  expiresAt: Date
}

/** Returns the statements that ask each guardian of the caller to pay, with a link to the child's sign-up. */
export const notifyGuardiansOfRequest = (
  ctx: Ctx,
  guardians: readonly GuardianRecipient[],
  { seat, terms, amountMinor, expiresAt }: NewRequest,
): Statement[] =>
  guardians.flatMap(({ id: userId, firstName, email, language: own }) => {
    const language = own ?? ctx.language
    const { startsAt, city, venue, title } = terms
    const values = {
      when: startsAt ? whereAndWhen({ startDate: startsAt, city: city ?? '', venue }, language) : '',
      amount: moneyText(amountMinor / 100, language),
      until: momentText(expiresAt, 'moment', language),
    }
    const path = `/education/${seat.educationId}?person=${seat.userId}#part-${seat.educationPartId}`
    const recipient = { userId, firstName, email, language: own }
    return writeNotification(ctx, 'paymentRequested', recipient, { title, path, values, child: ctx.actor.name })
  })
