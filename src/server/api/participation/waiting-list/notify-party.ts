import type { Visitor } from '#api/context.ts'
import { whereAndWhen } from '#api/participation/results/where-and-when.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { momentText } from '#locales/moments.ts'
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
  const language = entry.language ?? ctx.language
  const path = educationId ? `/education/${educationId}?occasionId=${occasionId}` : '/'
  const when = whereAndWhen({ startDate: new Date(startsAt), city, venue }, language)
  const until = expiresAt ? momentText(expiresAt, 'moment', language) : ''
  return writeNotification(ctx, kind, entry, { title, path, values: { when, until } })
}
