import type { Visitor } from '#api/context.ts'
import type { Told } from '#api/participation/results/announce.ts'
import type { Word } from '#api/participation/results/tell-together.ts'
import { whereAndWhen } from '#api/participation/results/where-and-when.ts'
import type { Place } from '#api/place.ts'
import { findSeat } from './seat-storage.ts'

/** What somebody has a place on: an occasion or an examination. */
export interface Held {
  place: Place
  title: string
  educationId: number | null
  startsAt: Date
  endsAt: Date
  city: string
  venue: string | null
}

const wordOf = (ctx: Visitor, news: 'signUpConfirmed' | 'signUpWithdrawn', told: Told, held: Held): Word => {
  const { place, title, educationId } = held
  const query = place.kind === 'exam' ? `examId=${place.id}` : `occasionId=${place.id}`
  const when = whereAndWhen({ ...held, startDate: held.startsAt }, told.language ?? ctx.language)
  return { news, told, title, path: `/education/${educationId ?? ''}?${query}`, place, when }
}

/** A place that nobody has to approve; of one that is entered when all is over nobody needs to hear. */
export const confirm = (ctx: Visitor, told: Told, held: Held): Word[] =>
  held.endsAt > ctx.now ? [wordOf(ctx, 'signUpConfirmed', told, held)] : []

/** A place that somebody has given up. */
export const confirmWithdrawal = (ctx: Visitor, told: Told, held: Held): Word =>
  wordOf(ctx, 'signUpWithdrawn', told, held)

interface Taken {
  userId: number
  occasionId: number | null
  educationId: number | null
}

/** For a place that was asked for earlier and is given now. */
export async function confirmLater(ctx: Visitor, { userId, occasionId, educationId }: Taken): Promise<Word[]> {
  const found = occasionId && (await findSeat(ctx.db, userId, occasionId))
  if (!found) return []
  const { occasion, partTitle, told } = found
  const place = { kind: 'occasion' as const, id: occasion.id }
  return confirm(ctx, told, { ...occasion, place, educationId, title: occasion.title ?? partTitle })
}
