import type { EducationSummary, OwnEducation } from '#api/office/education-list/contract.ts'
import { seatsText } from '#islands/calendar/seats-text.ts'
import { stateText, stepLine } from '#islands/next-steps/step-texts.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import { ownFeeText } from './fee-text.ts'

type CardEducation = Pick<EducationSummary, 'fee' | 'feeRange' | 'nextOccasion' | 'parts'>

type OwnFacts = Pick<OwnEducation, 'state' | 'booking' | 'step' | 'feePaid'> & Partial<Pick<OwnEducation, 'children'>>

interface CardTexts {
  language: string
  t: Translate
  /** Texts of `next-steps`. */
  tSteps: Translate
}

/** Facts of an education for one person, the same on its card and on its page. */
export interface CardFacts {
  /** Booked, or to choose: the first date of all, or that of the next part. Null without either. */
  date: { startDate: Date; city: string } | null
  /** The date, or else the next step of what is begun, or how to begin; null when there is nothing to begin. */
  when: string | null
  /** The first date with its seats, for somebody who has not begun. */
  next: EducationSummary['nextOccasion']
  /** The available seats of `next`. */
  seats: string | null
  /** The fees to pay, as text; the education's own fee is left out once it is paid. */
  price: string
  /**
   * Why the person cannot begin, for which children it is instead, what comes first, or that a seat waits for the
   * payment; null otherwise.
   */
  standing: { text: string; isBarred: boolean } | null
}

/** An education that the reader cannot take, but a child of the reader can, is not closed to the family. */
function toStanding(
  text: string | null,
  isBarred: boolean,
  children: readonly { firstName: string }[],
  { language, t }: CardTexts,
): CardFacts['standing'] {
  if (text === null) return null
  const names = new Intl.ListFormat(language).format(children.map(({ firstName }) => firstName))
  return names ? { text: t('forChildren', { names }), isBarred: false } : { text, isBarred }
}

/** Returns the facts of an education for a person; `own` is undefined when the list has none of them. */
export function toCardFacts(
  education: CardEducation,
  own: OwnFacts | undefined,
  { language, t, tSteps }: CardTexts,
): CardFacts {
  const step = own?.step
  const isBarred = step?.kind === 'barred'
  const stands = isBarred || step?.kind === 'completeFirst' || step?.kind === 'pay' || step?.kind === 'awaitPayment'
  // The calendar names the education that comes first in the same words.
  const text = step && stands ? (stateText(step, tSteps, language) ?? stepLine(step, tSteps, language)) : null
  const children = isBarred ? (own?.children ?? []) : []
  const standing = toStanding(text, isBarred, children, { language, t, tSteps })
  const isBegun = own !== undefined && own.state !== 'none'
  const next = (standing && children.length === 0) || isBegun ? null : education.nextOccasion
  const chosen = isBegun && step?.kind === 'choose' ? step.date : next
  const date = own?.booking ?? chosen
  const price = ownFeeText(education, own?.feePaid ?? false, t, language)
  const describeWhen = () => {
    if (date) return momentText(date.startDate, 'moment', language)
    if ((standing && children.length === 0) || own?.state === 'completed') return null
    if (isBegun && step) return stepLine(step, tSteps, language)
    return t(education.parts.some(({ type }) => type === 1) ? 'anyTime' : 'noNext')
  }
  const seats = next && seatsText(next.availableSpots, t)
  return { date, when: describeWhen(), next, seats, price, standing }
}
