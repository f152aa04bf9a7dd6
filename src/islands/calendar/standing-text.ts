import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { PartStanding } from '#api/participation/next-steps/contract.ts'
import type { Translate } from '#locales/translate.ts'

/** Finds how the reader stands to the part of an item; undefined where the education is not the reader's to begin. */
export const findStanding = (
  standings: readonly PartStanding[],
  { educationId, educationPartId }: Pick<CalendarItem, 'educationId' | 'educationPartId'>,
): PartStanding | undefined =>
  standings.find((one) => one.educationId === educationId && one.educationPartId === educationPartId)

/**
 * Returns why an open item is not the reader's to sign up for, in texts of `next-steps`; null where it is, or without a
 * standing.
 */
export function standingText(standing: PartStanding | undefined, t: Translate): string | null {
  if (!standing || standing.kind === 'open') return null
  const { kind, first, reason } = standing
  if (kind === 'first') return first ? t('completeFirst', { title: first.title }) : t('standing.firstUnknown')
  if (kind === 'barred') return t(`barred.${reason}`)
  return t(kind === 'signedUp' ? 'standing.otherDate' : kind)
}

/** Returns the path where the reader goes on: an open payment, the education that comes first, or else `here`. */
export function standingHref(standing: PartStanding | undefined, here: string): string {
  if (standing?.paymentId) return `/betalning/${standing.paymentId}`
  return standing?.first ? `/education/${standing.first.educationId}` : here
}
