import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { PartStanding } from '#api/participation/next-steps/contract.ts'
import type { Translate } from '#locales/translate.ts'

/** How the reader stands to an item: to its part, or `tied` when another part of the same sign-up is taken already. */
export type ItemStanding = Omit<PartStanding, 'kind'> & { kind: PartStanding['kind'] | 'tied' }

type Item = Pick<CalendarItem, 'educationId' | 'educationPartId' | 'tiedPartIds'>

/** Standings to one of several parts that stop a sign-up to all of them. */
const takenKinds: readonly PartStanding['kind'][] = ['signedUp', 'pay', 'awaitPayment']

/**
 * Finds how the reader stands to an item; undefined where the education is not the reader's to begin. An open part of
 * several that are signed up for together is `tied` when a seat on another of them is taken or reserved.
 */
export function findStanding(standings: readonly PartStanding[], item: Item): ItemStanding | undefined {
  const ofEducation = standings.filter(({ educationId }) => educationId === item.educationId)
  const own = ofEducation.find(({ educationPartId }) => educationPartId === item.educationPartId)
  if (own?.kind !== 'open') return own
  const isTaken = ofEducation.some(
    ({ educationPartId, kind }) => item.tiedPartIds.includes(educationPartId) && takenKinds.includes(kind),
  )
  return isTaken ? { ...own, kind: 'tied' } : own
}

/**
 * Returns why an open item is not the reader's to sign up for, in texts of `next-steps`; null where it is, or without a
 * standing.
 */
export function standingText(standing: ItemStanding | undefined, t: Translate): string | null {
  if (!standing || standing.kind === 'open') return null
  const { kind, first, reason } = standing
  if (kind === 'first') return first ? t('completeFirst', { title: first.title }) : t('standing.firstUnknown')
  if (kind === 'barred') return t(`barred.${reason}`)
  if (kind === 'tied') return t('standing.tied')
  return t(kind === 'signedUp' ? 'standing.otherDate' : kind)
}

/** Returns the path where the reader goes on: an open payment, the education that comes first, or else `here`. */
export function standingHref(standing: ItemStanding | undefined, here: string): string {
  if (standing?.paymentId) return `/betalning/${standing.paymentId}`
  return standing?.first ? `/education/${standing.first.educationId}` : here
}
