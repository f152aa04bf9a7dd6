import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { PartStanding } from '#api/participation/next-steps/contract.ts'
import type { Translate } from '#locales/translate.ts'
import { type ItemPeople, itemHref } from './item-people.ts'

type PlacedItem = Pick<CalendarItem, 'educationId' | 'educationPartId' | 'partIdsOfSet'>

/** How the reader stands to the part of an item. */
export type ItemStanding = PartStanding & {
  /** The reader's children whom the education is for, when the reader is barred from it; absent without any. */
  children?: ItemPeople
}

/**
 * Standings to another part of a set that do not bar the sign-up to all of it: a part that comes first may be in it.
 */
const harmless: readonly PartStanding['kind'][] = ['open', 'completed', 'first']

/**
 * Finds how the reader stands to the part of an item. When that part is open, the first other part of its set that bars
 * the sign-up (not one that is completed or needs another first) goes before it. Undefined where the education is not
 * the reader's to begin.
 */
export function findStanding(
  standings: readonly ItemStanding[],
  { educationId, educationPartId, partIdsOfSet }: PlacedItem,
): ItemStanding | undefined {
  const standingIn = (partId: number) =>
    standings.find((one) => one.educationId === educationId && one.educationPartId === partId)
  const own = standingIn(educationPartId)
  if (own?.kind !== 'open') return own
  const others = partIdsOfSet.flatMap((partId) => standingIn(partId) ?? [])
  return others.find(({ kind }) => !harmless.includes(kind)) ?? own
}

/**
 * Returns why an open item is not the reader's to sign up for, or for which children it is instead, in texts of
 * `next-steps`; null where it is the reader's, or without a standing. A reader who is signed up already is so for
 * another date of the item's part, or, when the standing is of another part than `educationPartId`, for a part of the
 * item's set.
 */
export function standingText(
  standing: ItemStanding | undefined,
  t: Translate,
  { educationPartId }: Pick<PlacedItem, 'educationPartId'>,
): string | null {
  if (!standing || standing.kind === 'open') return null
  const { kind, first, reason, children } = standing
  if (kind === 'first') return first ? t('completeFirst', { title: first.title }) : t('standing.firstUnknown')
  if (children) return t('standing.forChildren', { names: children.names })
  if (kind === 'barred') return t(`barred.${reason}`)
  if (kind !== 'signedUp') return t(kind)
  return t(standing.educationPartId === educationPartId ? 'standing.otherDate' : 'standing.ofSet')
}

/**
 * Returns the path where the reader goes on: an open payment, the education as it is for the first child, the education
 * that comes first, or else `here`.
 */
export function standingHref(standing: ItemStanding | undefined, here: string): string {
  if (standing?.paymentId) return `/betalning/${standing.paymentId}`
  if (standing?.children) return itemHref(standing, standing.children)
  return standing?.first ? `/education/${standing.first.educationId}` : here
}
