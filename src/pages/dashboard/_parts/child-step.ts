import type { ChildOverview } from '#api/office/dashboard/contract.ts'
import type { StepKind } from '#api/participation/next-steps/contract.ts'
import { stepLine } from '#islands/next-steps/step-texts.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

interface ChildStep {
  text: string
  action: string
  href: string
}

const pathOf = (childId: number, educationId: number | null, partId: number | null) =>
  educationId === null
    ? `/profile/${childId}`
    : `/education/${educationId}?person=${childId}${partId ? `#part-${partId}` : ''}`

const texts: Partial<Record<StepKind, string>> = {
  pay: 'child.pay',
  awaitPayment: 'child.pay',
  choose: 'child.choose',
  resubmit: 'child.started',
  continue: 'child.started',
  start: 'child.started',
  submit: 'child.started',
}

interface Texts {
  /** Texts of `dashboard`. */
  t: Translate
  /** Texts of `next-steps`. */
  tSteps: Translate
  language: string
}

/**
 * Describes the next step of a child for its guardian, as a text and the label and URL of its link. The link leads to
 * the child's education or, for a booking without an education, to its profile. Without a step it suggests all
 * educations.
 */
export function describeChildStep(
  { id, firstName: name, next }: ChildOverview,
  { t, tSteps, language }: Texts,
): ChildStep {
  if (next.kind === 'attend' || next.kind === 'wait') {
    const { partTitle: part, city, startDate, educationId, educationTitle, educationPartId, pending } = next.occasion
    const values = { name, part, city, when: momentText(startDate, 'moment', language) }
    const text = pending
      ? t('child.waits', { name, title: educationTitle ?? part, state: tSteps('awaitApproval') })
      : t('child.booked', values)
    return { text, action: t('child.show'), href: pathOf(id, educationId, educationPartId) }
  }
  if (next.kind === 'education') {
    const { educationId, title, step } = next.education
    const key = texts[step.kind]
    return {
      text: key
        ? t(key, { name, title, part: step.part?.title ?? title })
        : t('child.waits', { name, title, state: stepLine(step, tSteps, language) }),
      action: t(step.kind === 'choose' ? 'child.signUp' : 'child.show'),
      href: pathOf(id, educationId, step.part?.id ?? null),
    }
  }
  return { text: t('child.find', { name }), action: t('allEducations'), href: '/educations' }
}
