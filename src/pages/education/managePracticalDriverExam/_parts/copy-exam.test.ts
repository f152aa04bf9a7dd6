import { expect, test } from 'vitest'
import { emptyExam } from '#islands/exams/exam-draft.ts'
import { copyExam } from './copy-exam.ts'

test('a copy has the place, but no times and no last day of sign-up', () => {
  const blank = emptyExam({
    educationPartId: 7,
    educationId: 3,
    partTitle: 'Körprov',
    educationTitle: 'Rally',
    checklist: [],
    examiner: null,
  })
  const exam = {
    ...blank,
    educationPartPracticalDriverExamId: 12,
    city: 'Umeå',
    startDate: new Date('2026-03-01T08:00:00Z'),
    endDate: new Date('2026-03-01T15:00:00Z'),
    lastSignUpDate: new Date('2026-02-20T22:59:00Z'),
    canceled: true,
  }
  expect(copyExam(exam)).toEqual({
    ...exam,
    educationPartPracticalDriverExamId: 0,
    startDate: new Date(0),
    endDate: new Date(0),
    lastSignUpDate: null,
    canceled: false,
  })
})
