import { expect } from 'vitest'
import type { Dashboard, NextStep } from '#api/office/dashboard/contract.ts'
import type { License } from '#api/participation/licenses/contract.ts'
import type { LicenseGoal, LicenseQualification } from '#api/participation/licenses/goals/contract.ts'
import { describeNextStep } from '#components/next-steps/next-step.ts'
import type { PathStep } from '#islands/educations/path-steps.ts'
import { translator } from '#locales/translate.ts'
import { loadFinishLine } from '../../../src/pages/education/_parts/load-finish-line.ts'
import type { Person } from '../../portal.ts'
import type { ReadEducation } from './calendar-agreement.ts'
import { countCompared } from './compared-screens.ts'

/** Revives the moments of a reply, which the page gets as dates. */
export const revived = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(one) ? new Date(one) : one,
  ) as Value

const sentenceOf = (next: NextStep) => describeNextStep(revived(next), translator('sv', 'dashboard'), 'sv')

/** Returns the next step with the step that the page of its education has. */
function asOnPage(next: NextStep, pages: readonly ReadEducation[]): NextStep {
  if (next.kind !== 'education') return next
  const page = pages.find(({ view }) => view.education.id === next.education.educationId)
  return page ? { kind: 'education', education: { ...next.education, step: page.own.step } } : next
}

interface FinishScreens {
  dashboard: Dashboard
  goals: readonly LicenseGoal[]
  licenses: readonly License[]
}

/**
 * Expects that each finish line names the next step in the words of its page, and each licence as far as the goal
 * says.
 */
export async function expectFinishAgreement(
  person: Person,
  pages: readonly ReadEducation[],
  { dashboard, goals, licenses }: FinishScreens,
): Promise<void> {
  const completed = pages.filter(({ own }) => own.step.kind === 'completed')
  if (completed.length === 0) return
  const path = `/user/${person.id}/LicenseQualifications`
  const qualifications = await person.json<LicenseQualification[]>('GET', path)
  const replies: Record<string, unknown> = {
    'GET /Dashboard': dashboard,
    'GET /user/:id/LicenseQualifications': qualifications,
  }
  // The finish line makes these two calls, and both are answered as above.
  const locals = { api: (name: string) => Promise.resolve(replies[name]) } as unknown as App.Locals
  for (const { view } of completed) {
    const [part] = view.education.parts
    // The finish line reads no more of a step.
    const step = { partId: part?.id, state: 'completed', score: null, part } as unknown as PathStep
    const finish = await loadFinishLine(locals, {
      userId: person.id,
      educationId: view.education.id,
      isChild: false,
      completed: true,
      steps: [step],
      licenses,
      doneId: part?.id ?? 0,
      waiting: [],
    })
    countCompared('finish line')
    expect(finish?.next).not.toBeNull()
    if (finish?.next) expect(sentenceOf(finish.next)).toEqual(sentenceOf(asOnPage(dashboard.next, pages)))
    if (finish?.next?.kind === 'education') countCompared('next step at the finish line')
    for (const one of finish?.licenses ?? []) {
      const goal = goals.find(({ licenseId }) => licenseId === one.licenseId)
      expect(goal).toMatchObject({ requirementsMet: one.requirementsMet, achieved: one.achieved })
      expect(goal?.readiness.next).toEqual(one.readiness.next)
      countCompared('licence at the finish line')
    }
  }
}
