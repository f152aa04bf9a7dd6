import type { NextStep } from '#api/office/dashboard/contract.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

export interface NextStepWords {
  title: string
  reason: string
  action: string
  href: string
}

type Kind<K extends NextStep['kind']> = Extract<NextStep, { kind: K }>

/** Only a digital part opens in the player; any other is led to where it stands in its education. */
function partPath(educationId: number | null, partId: number | null, opensPlayer = false): string {
  if (educationId === null) return '/educations'
  const place = opensPlayer ? `?educationPartId=${partId}` : `#part-${partId}`
  return `/education/${educationId}${partId ? place : ''}`
}

const when = (moment: Date, language: string) => momentText(moment, 'moment', language)

function appointmentWords({ kind, occasion }: Kind<'attend' | 'wait'>, t: Translate, language: string): NextStepWords {
  const facts = { part: occasion.partTitle, city: occasion.city, when: when(occasion.startDate, language) }
  const reason = occasion.pending ? 'wait.pending' : `${kind}.reason`
  return {
    title: t(`${kind}.title`, facts),
    reason: t(reason, facts),
    action: t(`${kind}.action`),
    href: partPath(occasion.educationId, occasion.educationPartId),
  }
}

function partWords({ kind, education }: Kind<'continue' | 'start' | 'submit' | 'choose'>, t: Translate): NextStepWords {
  const { title, nextPartTitle, partsCompleted: done, partsTotal: total } = education
  const facts = { education: title, part: nextPartTitle, done, total }
  return {
    title: t(`${kind}.title`, facts),
    reason: t(done === 0 ? `${kind}.reasonFirst` : `${kind}.reason`, facts),
    action: t(`${kind}.action`),
    href: partPath(education.educationId, education.nextPartId, kind === 'continue' || kind === 'start'),
  }
}

type Suggested = Kind<'begin'>['recommended']

function whyBegin({ goal, favorite, nextOccasion }: Suggested, t: Translate, language: string): string {
  if (goal) return t('begin.goal', { goal })
  if (favorite) return t('begin.favorite')
  if (!nextOccasion) return t('begin.open')
  return t('begin.soonest', { when: when(nextOccasion.startDate, language), city: nextOccasion.city })
}

const beginWords = ({ recommended }: Kind<'begin'>, t: Translate, language: string): NextStepWords => ({
  title: t('begin.title', { title: recommended.title }),
  reason: whyBegin(recommended, t, language),
  action: t('begin.action'),
  href: partPath(recommended.educationId, null),
})

/** The next step in words: what, why, and where to. */
export function wordsFor(next: NextStep, t: Translate, language: string): NextStepWords {
  if (next.kind === 'find')
    return { title: t('find.title'), reason: t('find.reason'), action: t('find.action'), href: '/educations' }
  if (next.kind === 'begin') return beginWords(next, t, language)
  if (next.kind === 'attend' || next.kind === 'wait') return appointmentWords(next, t, language)
  return partWords(next, t)
}
