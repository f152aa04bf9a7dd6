import type { Visitor } from '#api/context.ts'
import type { Notification } from '#api/participation/results/group-notifications.ts'
import { whereAndWhen } from '#api/participation/results/where-and-when.ts'
import type { Recipient } from '#api/participation/results/write-notification.ts'
import type { Place } from '#api/place.ts'
import { findSeat } from './seat-storage.ts'

/** A seat on an occasion or an exam, with its time and venue. */
export interface SeatDetails {
  place: Place
  title: string
  educationId: number | null
  startsAt: Date
  endsAt: Date
  city: string
  venue: string | null
}

const createNotification = (
  ctx: Visitor,
  news: 'signUpConfirmed' | 'signUpWithdrawn',
  recipient: Recipient,
  seat: SeatDetails,
): Notification => {
  const { place, title, educationId } = seat
  const query = place.kind === 'exam' ? `examId=${place.id}` : `occasionId=${place.id}`
  const when = whereAndWhen({ ...seat, startDate: seat.startsAt }, recipient.language ?? ctx.language)
  return { kind: news, recipient, title, path: `/education/${educationId ?? ''}?${query}`, place, when }
}

/** Returns the notification that confirms a seat; none when the occasion or exam has ended. */
export const createConfirmation = (ctx: Visitor, recipient: Recipient, seat: SeatDetails): Notification[] =>
  seat.endsAt > ctx.now ? [createNotification(ctx, 'signUpConfirmed', recipient, seat)] : []

/** Returns the notification that confirms a withdrawal. */
export const createWithdrawalConfirmation = (ctx: Visitor, recipient: Recipient, seat: SeatDetails): Notification =>
  createNotification(ctx, 'signUpWithdrawn', recipient, seat)

interface SignedUpResult {
  userId: number
  occasionId: number | null
  educationId: number | null
}

/** Returns the notification that confirms a seat of an earlier request; none for a part without an occasion. */
export async function createConfirmationForResult(
  ctx: Visitor,
  { userId, occasionId, educationId }: SignedUpResult,
): Promise<Notification[]> {
  const seat = occasionId && (await findSeat(ctx.db, userId, occasionId))
  if (!seat) return []
  const { occasion, partTitle, recipient } = seat
  const place = { kind: 'occasion' as const, id: occasion.id }
  return createConfirmation(ctx, recipient, { ...occasion, place, educationId, title: occasion.title ?? partTitle })
}
