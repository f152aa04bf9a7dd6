import type { Visitor } from '#api/context.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import type { Statement } from '#platform/database.ts'
import type { QueuedEntry } from './queue-storage.ts'

/**
 * Returns the statements that notify the person who joined the queue: of an offer, of its lapse, or of the end of the
 * queue.
 */
export function notifyParty(
  ctx: Visitor,
  kind: 'seatOffered' | 'seatOfferLapsed' | 'waitingEnded',
  entry: QueuedEntry,
  { educationId, expiresAt }: { educationId: number | null; expiresAt?: Date },
): Statement[] {
  const { occasionId, title, startsAt, city, venue } = entry
  const path = educationId ? `/education/${educationId}?occasionId=${occasionId}` : '/'
  const facts = { titles: [title], places: [{ startDate: new Date(startsAt), city, venue }] }
  return writeNotification(ctx, kind, entry, { path, facts: expiresAt ? { ...facts, until: expiresAt } : facts })
}
