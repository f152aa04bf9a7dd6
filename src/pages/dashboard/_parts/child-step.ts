import type { ChildOverview } from '#api/office/dashboard/contract.ts'
import { childStepTextKey } from '#api/participation/next-steps/rules.ts'
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
    const values = { name, title, part: step.part?.title ?? title, state: stepLine(step, tSteps, language) }
    return {
      text: t(childStepTextKey(step), values),
      action: t(step.kind === 'choose' ? 'child.signUp' : 'child.show'),
      href: pathOf(id, educationId, step.part?.id ?? null),
    }
  }
  return { text: t('child.find', { name }), action: t('allEducations'), href: '/educations' }
}
