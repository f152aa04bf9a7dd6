import type { Visitor } from '#api/context.ts'
import {
  createSeatNotifications,
  type NotifiedChild,
  parseNotifiedChild,
} from '#api/participation/results/child-notifications.ts'
import type { Notification } from '#api/participation/results/group-notifications.ts'
import { placePath } from '#api/participation/results/place-path.ts'
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

/** The holder of a seat, with the guardians of a child. */
export interface SeatHolder {
  recipient: Recipient
  child: NotifiedChild | null
}

const createNotifications = (
  kind: 'signUpConfirmed' | 'signUpWithdrawn',
  { recipient, child }: SeatHolder,
  seat: SeatDetails,
): Notification[] => {
  const { place, title, educationId } = seat
  const path = placePath(educationId, place)
  const at = { ...seat, startDate: seat.startsAt }
  return createSeatNotifications({ kind, recipient, title, path, place, at }, child)
}

/**
 * Returns the notifications that confirm a seat on an occasion or exam to the holder and a child's guardians; none when
 * the occasion or exam has ended. Writes nothing.
 */
export const createConfirmation = (ctx: Visitor, holder: SeatHolder, seat: SeatDetails): Notification[] =>
  seat.endsAt > ctx.now ? createNotifications('signUpConfirmed', holder, seat) : []

/**
 * Returns the notifications that a seat is given up, to its holder and to each guardian in `holder.child`. They are
 * also made after the occasion or exam has ended. Writes nothing.
 */
export const createWithdrawalConfirmation = (holder: SeatHolder, seat: SeatDetails): Notification[] =>
  createNotifications('signUpWithdrawn', holder, seat)

interface SignedUpResult {
  userId: number
  occasionId: number | null
  educationId: number | null
}

/**
 * Returns the notifications that confirm a person's seat on an occasion to the person and a child's guardians, read
 * from the database. None for a part without an occasion, or when the occasion has ended. Writes nothing.
 */
export async function createConfirmationForResult(
  ctx: Visitor,
  { userId, occasionId, educationId }: SignedUpResult,
): Promise<Notification[]> {
  const seat = occasionId && (await findSeat(ctx, userId, occasionId))
  if (!seat) return []
  const { occasion, partTitle, recipient, notified } = seat
  const place = { kind: 'occasion' as const, id: occasion.id }
  return createConfirmation(
    ctx,
    { recipient, child: parseNotifiedChild(notified) },
    { ...occasion, place, educationId, title: occasion.title ?? partTitle },
  )
}
