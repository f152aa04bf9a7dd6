import type { NextStep } from '#api/office/dashboard/contract.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { entryHref } from '#islands/waiting-list/queue-texts.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

/** The next step in text, with its link. */
export interface NextStepTexts {
  title: string
  reason: string
  action: string
  href: string
}

type StepOfKind<K extends NextStep['kind']> = Extract<NextStep, { kind: K }>

/** Returns the URL of a part: the player for a digital part, or else its place on the education's page. */
function partPath(educationId: number | null, partId: number | null, opensPlayer = false): string {
  if (educationId === null) return '/educations'
  const place = opensPlayer ? `?educationPartId=${partId}` : `#part-${partId}`
  return `/education/${educationId}${partId ? place : ''}`
}

const when = (moment: Date, language: string) => momentText(moment, 'moment', language)

function appointmentWords(
  { kind, occasion }: StepOfKind<'attend' | 'wait'>,
  t: Translate,
  language: string,
): NextStepTexts {
  const facts = { part: occasion.partTitle, city: occasion.city, when: when(occasion.startDate, language) }
  const reason = occasion.pending ? 'wait.pending' : `${kind}.reason`
  return {
    title: t(`${kind}.title`, facts),
    reason: t(reason, facts),
    action: t(`${kind}.action`),
    href: partPath(occasion.educationId, occasion.educationPartId),
  }
}

/** The step of a started education that can be done now. */
function educationWords({ education }: StepOfKind<'education'>, t: Translate): NextStepTexts {
  const { educationId, title, step, partsCompleted: done, partsTotal: total } = education
  const { kind, part, paymentId } = step
  const facts = { education: title, part: part?.title, done, total }
  return {
    title: t(`${kind}.title`, facts),
    reason: t(done === 0 ? `${kind}.reasonFirst` : `${kind}.reason`, facts),
    action: t(`${kind}.action`),
    href: paymentId
      ? `/betalning/${paymentId}`
      : partPath(educationId, part?.id ?? null, kind === 'continue' || kind === 'start'),
  }
}

type RecommendedEducation = StepOfKind<'begin'>['recommended']

function beginReason({ goal, favorite, nextOccasion }: RecommendedEducation, t: Translate, language: string): string {
  if (goal) return t('begin.goal', { goal })
  if (favorite) return t('begin.favorite')
  if (!nextOccasion) return t('begin.open')
  return t('begin.soonest', { when: when(nextOccasion.startDate, language), city: nextOccasion.city })
}

const beginWords = ({ recommended }: StepOfKind<'begin'>, t: Translate, language: string): NextStepTexts => ({
  title: t('begin.title', { title: recommended.title }),
  reason: beginReason(recommended, t, language),
  action: t('begin.action'),
  href: partPath(recommended.educationId, null),
})

/**
 * Describes the offer of a seat as the next step, with texts of `waiting-list`. Without an end of the offer the reason
 * names none; the URL is that of `entryHref`.
 */
export function describeOffer(offer: WaitingEntry, readerId: number, t: Translate, language: string): NextStepTexts {
  const { title, city, startDate, offerEnds, members } = offer
  const until = offerEnds ? when(offerEnds, language) : ''
  const isOwn = members.every(({ userId }) => userId === readerId)
  const names = members.map(({ name }) => name).join(', ')
  return {
    title: isOwn ? t('offer.title', { title }) : t('offer.titleOf', { title, names }),
    reason: t(isOwn ? 'offer.reason' : 'offer.reasonOf', { when: when(startDate, language), city, until }),
    action: t('offer.action'),
    href: entryHref(offer, readerId),
  }
}

/** Describes the next step in texts of `dashboard`: title, reason, action and URL. */
export function describeNextStep(next: NextStep, t: Translate, language: string): NextStepTexts {
  if (next.kind === 'find')
    return { title: t('find.title'), reason: t('find.reason'), action: t('find.action'), href: '/educations' }
  if (next.kind === 'begin') return beginWords(next, t, language)
  if (next.kind === 'attend' || next.kind === 'wait') return appointmentWords(next, t, language)
  return educationWords(next, t)
}
