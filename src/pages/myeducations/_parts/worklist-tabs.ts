import type { Translate } from '#locales/translate.ts'
import { approvalsHref } from './decide-sign-ups.ts'
import type { LoadedWorklist } from './load-my-educations.ts'

/**
 * Returns the tabs of the worklist in order, each with its label, its path and query, and whether it is open. The tab
 * of exams is left out without `hasExams`.
 */
export function createWorklistTabs({ view, all, hasExams }: LoadedWorklist, t: Translate) {
  const tabOf = (name: LoadedWorklist['view'], label: string) => ({
    label: t(label),
    href: `/myeducations?view=${name}`,
    current: view === name,
  })
  return [
    { label: t('mine'), href: '/myeducations?all=0', current: !all && view === 'worklist' },
    { label: t('all'), href: '/myeducations?all=1', current: all && view === 'worklist' },
    { label: t('approvals'), href: approvalsHref, current: view === 'approvals' },
    tabOf('missing', 'missing'),
    tabOf('occasions', 'occasions'),
    ...(hasExams ? [tabOf('exams', 'exams')] : []),
    tabOf('reports', 'reports'),
  ]
}

/** Namespaces of the texts that the islands of each tab need. */
export const textsOfView: Record<LoadedWorklist['view'], readonly string[]> = {
  worklist: [],
  approvals: ['worklist'],
  missing: [],
  occasions: ['worklist', 'editing', 'saved-views'],
  exams: ['exams', 'editing', 'saved-views'],
  reports: ['reports', 'editing'],
}
