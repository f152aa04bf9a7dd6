import { expect, test } from 'vitest'
import { toExamClashQuestion } from './exam-clashes.ts'
import { emptyExam, toDraft } from './exam-draft.ts'

const place = { educationPartId: 1, educationId: 2, partTitle: 'Prov', educationTitle: 'Licens', checklist: [] }
const draft = {
  ...toDraft(emptyExam({ ...place, examiner: { id: 7, name: 'Eva' } })),
  startDate: new Date('2027-05-01T08:00:00Z'),
  endDate: new Date('2027-05-01T10:00:00Z'),
  responsibleIds: [7, 8],
}

test('the examiner and the responsible educators are asked about, each once, without the exam itself', () => {
  expect(toExamClashQuestion(draft, 5)).toMatchObject({ responsibleIds: [7, 8], exceptExamId: 5, venue: null })
})

test('nothing is asked without a whole time, or without a venue and a person', () => {
  expect(toExamClashQuestion({ ...draft, endDate: null }, 5)).toBeNull()
  expect(toExamClashQuestion({ ...draft, endDate: draft.startDate }, 5)).toBeNull()
  expect(toExamClashQuestion({ ...draft, examinerId: null, responsibleIds: [] }, 5)).toBeNull()
  expect(toExamClashQuestion({ ...draft, examinerId: null, responsibleIds: [], venue: 'Sal 1' }, 0)).toMatchObject({
    venue: 'Sal 1',
    exceptExamId: null,
  })
})
