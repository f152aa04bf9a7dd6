import type { ClashQuestion } from '#api/catalogue/occasions/planning/contract.ts'
import type { ExamDraft } from './exam-draft.ts'

/**
 * Returns the question about clashes of an exam's draft; its examiner is one of the people who run it. `id` is the exam
 * itself, which is not counted; 0 for a new one. Null without a time, and when there is neither a venue nor a person.
 */
export function toExamClashQuestion(draft: ExamDraft, id: number): ClashQuestion | null {
  const { startDate: start, endDate: end, city, examinerId } = draft
  const venue = draft.venue.trim() || null
  const responsibleIds = [...new Set([...(examinerId ? [examinerId] : []), ...draft.responsibleIds])]
  if (!start || !end || start >= end || (venue === null && responsibleIds.length === 0)) return null
  return { sessions: [{ start, end }], city, venue, responsibleIds, exceptId: null, exceptExamId: id || null }
}
