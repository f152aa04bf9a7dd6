import type { ChildOverview } from '#api/office/dashboard/contract.ts'
import type { StepKind } from '#api/participation/next-steps/contract.ts'
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

function textOf(kind: StepKind): string {
  if (kind === 'pay' || kind === 'awaitPayment') return 'child.pay'
  return kind === 'choose' ? 'child.choose' : 'child.started'
}

/** Describes the next step of a child for its guardian in texts of `dashboard`, with the link to it. */
export function describeChildStep(
  { id, firstName: name, next }: ChildOverview,
  t: Translate,
  language: string,
): ChildStep {
  if (next.kind === 'attend' || next.kind === 'wait') {
    const { partTitle: part, city, startDate, educationId, educationPartId } = next.occasion
    const values = { name, part, city, when: momentText(startDate, 'moment', language) }
    return { text: t('child.booked', values), action: t('child.show'), href: pathOf(id, educationId, educationPartId) }
  }
  if (next.kind === 'education') {
    const { educationId, title, step } = next.education
    return {
      text: t(textOf(step.kind), {
        name,
        title,
        part: step.part?.title ?? title,
      }),
      action: t(step.kind === 'choose' ? 'child.signUp' : 'child.show'),
      href: pathOf(id, educationId, step.part?.id ?? null),
    }
  }
  return { text: t('child.find', { name }), action: t('allEducations'), href: '/educations' }
}
